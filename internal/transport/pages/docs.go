package pages

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/transport/httpx"
)

// docsPath is the path of the page about the API. It is made of the published descriptions, so that it has no
// source of its own.
const docsPath = "/docs"

// The files with the descriptions, which web/types writes.
const (
	openAPIName  = "schema/openapi.json"
	protocolName = "schema/protocol.json"
)

// styleLink matches a link to a style sheet in the client's page.
var styleLink = regexp.MustCompile(`<link rel="stylesheet" href="(/[^"]+)">`)

//go:embed docs.html
var docsTemplate string

// docs sends the page about the API.
func (s *Pages) docs(w http.ResponseWriter, r *http.Request) {
	page, err := s.buildDocs()
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	page.ServeHTTP(w, r)
}

// newDocs makes the page of the descriptions among the client's files.
func newDocs(files assets) (*asset, error) {
	d := docsPage{}
	for _, link := range styleLink.FindAllSubmatch(files[indexName].body, -1) {
		d.Styles = append(d.Styles, string(link[1]))
	}
	for name, into := range map[string]any{openAPIName: &d.API, protocolName: &d.Protocol} {
		file := files[name]
		if file == nil {
			return nil, httpx.ErrNotFound()
		}
		if err := json.Unmarshal(file.body, into); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	page, err := template.New("docs").Funcs(template.FuncMap{
		"words": words, "type": typeText, "example": exampleText, "fields": fieldsOf,
		"frame": func(prefix string, frame docsFrame) docsSection { return docsSection{prefix + frame.Kind, frame} },
	}).Parse(docsTemplate)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := page.Execute(&body, &d); err != nil {
		return nil, err
	}
	return newAsset(contentType(".html"), body.Bytes()), nil
}

// docsPage is the data of the template.
type docsPage struct {
	// Styles are the addresses of the client's style sheets, which have its fonts and colours.
	Styles []string
	API    struct {
		Paths      map[string]map[string]*docsOperation
		Components struct{ Schemas map[string]*docsSchema }
		Codes      []docsCode `json:"x-codes"`
		Bye        []docsCode `json:"x-bye"`
	}
	Protocol struct {
		Defs map[string]*docsSchema `json:"$defs"`
	}
}

// docsOperation is a request in the description.
type docsOperation struct {
	Method, Path string `json:"-"`
	ID           string `json:"operationId"`
	Tags         []string
	Summary      string
	Description  string
	Parameters   []docsParameter
	RequestBody  *docsBody
	Responses    map[string]*docsBody
	// Example is the address of an example of the request.
	Example string `json:"x-example"`
}

type docsParameter struct {
	Name, In string
	Required bool
	Schema   *docsSchema
}

// docsBody is the body of a request or of a response. Content is by media type.
type docsBody struct {
	Description string
	Content     map[string]*docsMedia
}

type docsMedia struct {
	Schema  *docsSchema
	Example json.RawMessage
}

// docsSchema has the parts of a JSON Schema that web/types writes.
type docsSchema struct {
	Ref         string `json:"$ref"`
	Description string
	Type        string
	Enum        []any
	Properties  map[string]*docsSchema
	Required    []string
	Items       *docsSchema
	PrefixItems []*docsSchema
	MinItems    int
	AnyOf       []*docsSchema
	AllOf       []*docsSchema
	OneOf       []*docsSchema
	// Additional is true, false, or the schema of members with arbitrary names.
	Additional json.RawMessage `json:"additionalProperties"`
	Examples   []json.RawMessage
}

// docsCode is a row of the codes of errors or of bye frames.
type docsCode struct{ Code, Meaning, Retry, Status, Reconnect string }

// HTTPStatus returns the status of a request that is refused with the code.
func (c docsCode) HTTPStatus() int { return httpx.StatusOf(coded.Code(c.Code)) }

// docsGroup is a group of requests, such as those below /api/rooms.
type docsGroup struct {
	Name       string
	Operations []*docsOperation
}

// methodOrder is the order of the methods of a path.
var methodOrder = []string{"get", "post", "patch", "delete"}

// Groups returns the requests by group, sorted by path.
func (d *docsPage) Groups() []docsGroup {
	groups := map[string][]*docsOperation{}
	for _, path := range slices.Sorted(maps.Keys(d.API.Paths)) {
		for _, method := range methodOrder {
			if o := d.API.Paths[path][method]; o != nil {
				o.Method, o.Path = strings.ToUpper(method), path
				name := strings.Join(o.Tags, " ")
				groups[name] = append(groups[name], o)
			}
		}
	}
	var list []docsGroup
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		list = append(list, docsGroup{name, groups[name]})
	}
	return list
}

// Answers returns the responses of success by status.
func (o *docsOperation) Answers() map[string]*docsBody {
	answers := maps.Clone(o.Responses)
	maps.DeleteFunc(answers, func(status string, _ *docsBody) bool { return status[0] != '2' })
	return answers
}

// JSON returns the body in JSON, or nil if it has another form.
func (b *docsBody) JSON() *docsMedia { return b.Content["application/json"] }

// Media returns the media types of the body.
func (b *docsBody) Media() string { return strings.Join(slices.Sorted(maps.Keys(b.Content)), ", ") }

// docsFrame is a frame of the WebSocket.
type docsFrame struct {
	Kind   string
	Schema *docsSchema
}

// docsSection is a frame with the id of its section, as some frames of clients and of the server have the same
// type.
type docsSection struct {
	ID    string
	Frame docsFrame
}

// ClientFrames returns the frames that clients send.
func (d *docsPage) ClientFrames() ([]docsFrame, error) { return d.frames("ClientFrame") }

// ServerFrames returns the frames that the server sends.
func (d *docsPage) ServerFrames() ([]docsFrame, error) { return d.frames("ServerFrame") }

func (d *docsPage) frames(name string) ([]docsFrame, error) {
	union := d.Protocol.Defs[name]
	if union == nil {
		return nil, errors.New(protocolName + " has no " + name)
	}
	var list []docsFrame
	for _, one := range union.OneOf {
		frame := d.Protocol.Defs[one.name()]
		if frame == nil || frame.Properties["type"] == nil || len(frame.Properties["type"].Enum) != 1 {
			return nil, errors.New(protocolName + " has no frame " + one.Ref)
		}
		list = append(list, docsFrame{fmt.Sprint(frame.Properties["type"].Enum[0]), frame})
	}
	slices.SortFunc(list, func(a, b docsFrame) int { return strings.Compare(a.Kind, b.Kind) })
	return list, nil
}

// Types returns the types that requests, responses and frames refer to, by name.
func (d *docsPage) Types() map[string]*docsSchema {
	types := maps.Clone(d.API.Components.Schemas)
	for name, schema := range d.Protocol.Defs {
		// Frames have parts of their own in the page.
		if !strings.HasSuffix(name, "Frame") {
			types[name] = schema
		}
	}
	return types
}

// name returns the name of the type to which the schema refers.
func (s *docsSchema) name() string { return s.Ref[strings.LastIndex(s.Ref, "/")+1:] }

// docsField is a member of an object.
type docsField struct {
	Name     string
	Optional bool
	Schema   *docsSchema
}

// fieldsOf returns the members of an object type, or nil for another type.
func fieldsOf(s *docsSchema) []docsField {
	var list []docsField
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		list = append(list, docsField{name, !slices.Contains(s.Required, name), s.Properties[name]})
	}
	return list
}

// words returns a text of the descriptions as HTML. Code is in backticks in it.
func words(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		part = template.HTMLEscapeString(part)
		if i%2 == 1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String()) //nolint:gosec // escaped above
}

// typeText returns a type as HTML, in the notation of TypeScript, with links to named types.
func typeText(s *docsSchema) template.HTML {
	return template.HTML(typeOf(s)) //nolint:gosec // typeOf escapes names and values
}

func typeOf(s *docsSchema) string {
	escaped := template.HTMLEscapeString
	switch {
	case s == nil:
		return anyValue
	case s.Ref != "":
		return `<a href="#` + escaped(s.name()) + `">` + escaped(s.name()) + `</a>`
	case len(s.Enum) > 0:
		values := make([]string, len(s.Enum))
		for i, value := range s.Enum {
			data, _ := json.Marshal(value) // was read from JSON
			values[i] = escaped(string(data))
		}
		return strings.Join(values, " | ")
	case len(s.AnyOf) > 0 || len(s.OneOf) > 0:
		return joinTypes(append(s.AnyOf, s.OneOf...), " | ")
	case len(s.AllOf) > 0:
		return joinTypes(s.AllOf, " &amp; ")
	case len(s.PrefixItems) > 0:
		return "[" + joinTypes(s.PrefixItems, ", ") + "]"
	case s.Type == "array":
		items := typeOf(s.Items)
		if strings.Contains(items, " | ") {
			items = "(" + items + ")"
		}
		return items + "[]"
	case len(s.Properties) > 0:
		var members []string
		for _, field := range fieldsOf(s) {
			mark := ": "
			if field.Optional {
				mark = "?: "
			}
			members = append(members, escaped(field.Name)+mark+typeOf(field.Schema))
		}
		return "{ " + strings.Join(members, "; ") + " }"
	case s.Type == "object":
		var values docsSchema
		if json.Unmarshal(s.Additional, &values) == nil {
			return "{ [name]: " + typeOf(&values) + " }"
		}
		return "object"
	case s.Type != "":
		return escaped(s.Type)
	}
	return anyValue
}

// anyValue is said of a value without a schema, which the page of the protocol or of a game describes.
const anyValue = "any JSON"

func joinTypes(schemas []*docsSchema, between string) string {
	texts := make([]string, len(schemas))
	for i, schema := range schemas {
		texts[i] = typeOf(schema)
	}
	return strings.Join(texts, between)
}

// exampleWidth is the longest line of an example, in bytes, unless a single value is longer.
const exampleWidth = 96

// exampleText returns an example with a member or an element a line, except for what fits into one line.
func exampleText(example json.RawMessage) (string, error) {
	var b strings.Builder
	err := writeExample(&b, example, "")
	return b.String(), err
}

func writeExample(b *strings.Builder, value json.RawMessage, indent string) error {
	line, err := oneLine(value)
	if err != nil {
		return err
	}
	if len(line)+len(indent) <= exampleWidth || line[0] != '{' && line[0] != '[' {
		b.WriteString(line)
		return nil
	}
	b.WriteString(line[:1])
	between := "\n"
	err = eachPart(value, func(name string, part json.RawMessage) error {
		b.WriteString(between + indent + "  " + name)
		between = ",\n"
		return writeExample(b, part, indent+"  ")
	})
	b.WriteString("\n" + indent + line[len(line)-1:])
	return err
}

// oneLine returns a JSON value with a space after each comma and colon.
func oneLine(value json.RawMessage) (string, error) {
	value = bytes.TrimSpace(value)
	if value[0] != '{' && value[0] != '[' {
		return string(value), nil
	}
	var parts []string
	err := eachPart(value, func(name string, part json.RawMessage) error {
		text, err := oneLine(part)
		parts = append(parts, name+text)
		return err
	})
	return string(value[0]) + strings.Join(parts, ", ") + string(value[len(value)-1]), err
}

// eachPart calls do with the members of an object, with their names as in `"seq": `, or with the elements of a
// list.
func eachPart(value json.RawMessage, do func(name string, part json.RawMessage) error) error {
	decoder := json.NewDecoder(bytes.NewReader(value))
	if _, err := decoder.Token(); err != nil {
		return err
	}
	for decoder.More() {
		name := ""
		if value[0] == '{' {
			key, err := decoder.Token()
			if err != nil {
				return err
			}
			name = fmt.Sprintf("%q: ", key)
		}
		var part json.RawMessage
		if err := decoder.Decode(&part); err != nil {
			return err
		}
		if err := do(name, part); err != nil {
			return err
		}
	}
	return nil
}
