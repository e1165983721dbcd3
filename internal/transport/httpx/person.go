package httpx

import "archmage/internal/people"

// Person is a person as clients see one.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Kind is the kind of the person: a guest, an account, or a bot that belongs to an account.
	Kind people.Kind `json:"kind"`
	// Avatar is the picture that an account has chosen, as in "owl-3".
	Avatar string `json:"avatar,omitempty"`
}

// AsPerson returns a person as clients see one.
func AsPerson(p people.Person) Person {
	return Person{ID: p.ID, Name: p.Name, Kind: p.Kind, Avatar: p.Avatar}
}
