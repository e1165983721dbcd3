package browsertest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// foreignStore is a script that makes the database of matches as another program would: %d is its version.
const foreignStore = `if (location.protocol.startsWith('http')) {
	const request = indexedDB.open('archmage offline', %d);
	request.onupgradeneeded = () => request.result.createObjectStore('other').put('kept', 1);
	request.onsuccess = () => request.result.close();
}`

// readForeign reads what the other program has stored.
const readForeign = `new Promise((resolve, reject) => {
	const request = indexedDB.open('archmage offline');
	request.onerror = () => reject(request.error);
	request.onsuccess = () => {
		const other = request.result.transaction('other').objectStore('other').get(1);
		other.onsuccess = () => {
			const names = [...request.result.objectStoreNames];
			request.result.close();
			resolve(other.result + ' ' + names);
		};
	};
})`

// A store of another program is refused and stays as it was.
func TestOfflineForeignStore(t *testing.T) {
	t.Parallel()
	for name, version := range map[string]int{"same version": 1, "later version": 9} {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t, "Ada", shared.server(t).url, desk)
			p.addScript(fmt.Sprintf(foreignStore, version))
			p.open("/offline")
			p.waitForText("belongs to another program. Nothing was changed.")
			require.Equal(t, "kept other", p.awaitPromise(readForeign))
		})
	}
}

// A browser that keeps nothing, as some do in private windows, is named as the reason.
func TestOfflineWithoutStore(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "Ada", shared.server(t).url, desk)
	p.addScript(`IDBFactory.prototype.open = () => {
		throw new DOMException('private', 'SecurityError');
	};`)
	p.open("/offline")
	p.waitForText("This browser keeps no data, as in a private window.")
}

// Without space nothing of a new match is stored, and with space it starts.
func TestOfflineStoreFull(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "Ada", shared.server(t).url, desk)
	p.addScript(`const { add } = IDBObjectStore.prototype;
	globalThis.isFull = true;
	IDBObjectStore.prototype.add = function (value) {
		if (globalThis.isFull) throw new DOMException('full', 'QuotaExceededError');
		return add.call(this, value);
	};`)
	p.open("/offline")
	p.waitForText("There is no match on this device yet.")
	p.click("button", "^Start$")
	p.waitForText("There is no space left on this device.")
	p.open("/offline")
	p.waitForText("There is no match on this device yet.")
	evaluate[bool](p, "(isFull = false)")
	p.click("button", "^Start$")
	p.waitForPath("^/offline/[0-9a-f]+$")
	p.waitForRole("region", "^Your question and your hand$")
}
