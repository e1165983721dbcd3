// Makes and uses passkeys of the browser, which the server checks.

import { Coded } from '../../core/api.js';

/** @import { Rest } from '../../core/api.js' */
/** @import { KeysKept, Person } from '../../core/types.js' */

/** Whether this browser can use passkeys at this address. */
export function hasPasskeys() {
  return (
    isSecureContext &&
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/**
 * Makes a passkey on this device. Fails with Coded.
 *
 * @param {Rest} api
 * @param {{name?: string, code?: string}} account the name of a guest's account, and the code of an
 *   invitation
 */
export async function makePasskey(api, account) {
  const options = /** @type {PublicKeyCredentialCreationOptionsJSON} */ (
    await api.post('/api/account/passkeys/options', account)
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await credentialJSON(() => navigator.credentials.create({ publicKey }));
  return await api.post('/api/account/passkeys', { credential });
}

/**
 * Signs in with a passkey. Fails with Coded.
 *
 * @param {Rest} api
 */
export async function usePasskey(api) {
  const options = /** @type {PublicKeyCredentialRequestOptionsJSON} */ (
    await api.post('/api/sign-in/options', {})
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await credentialJSON(() => navigator.credentials.get({ publicKey }));
  return await api.post('/api/sign-in/passkey', { credential });
}

/**
 * Requests a credential from the browser and returns it as JSON. Fails with Coded if the person
 * declines.
 *
 * @param {() => Promise<Credential | null>} request
 */
async function credentialJSON(request) {
  try {
    const credential = /** @type {PublicKeyCredential | null} */ (await request());
    if (credential) return credential.toJSON();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError')
      throw new Coded('passkey_known', 'This device has a passkey of this account already.');
    if (name !== 'NotAllowedError' && name !== 'AbortError') console.warn(error);
  }
  throw new Coded('passkey_none', 'No passkey was used.');
}
