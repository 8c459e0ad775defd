import type { Handle, PKCS11, Template } from "pkcs11js";
import { pkcs11Package } from "../vault-packages";

export interface TokenSettings {
  /** The path of the PKCS#11 library. */
  module: string;
  tokenLabel: string;
  pin: string;
}

/** A fault that opening the token again does not repair. */
export class TokenMisuse extends Error {}

/** The object identifier of secp256k1 in DER. Source: SEC 2, 1.3.132.0.10 */
const SECP256K1 = Buffer.from("06052b8104000a", "hex");
/** An uncompressed point as a DER octet string: its tag and length come before 0x04. Source: PKCS #11, CKA_EC_POINT */
const POINT_HEADER = Buffer.from("0441", "hex");
const SIGNATURE_BYTES = 64;

interface KeyPair {
  privateKey: Handle;
  /** The point without compression, 65 bytes. */
  publicKey: Uint8Array;
}

/**
 * Finds a token by its label. A slot that cannot be read, as one whose device was just removed or has no token of this kind,
 * hides no token in another slot.
 */
function slotOf(library: PKCS11, tokenLabel: string): Handle {
  const faults: unknown[] = [];
  for (const slot of library.C_GetSlotList(true))
    try {
      if (library.C_GetTokenInfo(slot).label.trim() === tokenLabel) return slot;
    } catch (error) {
      faults.push(error);
    }
  const [first] = faults;
  const unread = first instanceof Error ? `; of ${faults.length} slots: ${first.message}` : "";
  throw new Error(`no token has the label ${tokenLabel}${unread}`, { cause: first });
}

/** An open session in which the user is logged in. Every error of the token ends it: reconnecting-token.ts. */
export class TokenSession {
  readonly #library: PKCS11;
  readonly #session: Handle;
  readonly #keys = new Map<string, KeyPair>();

  /**
   * Initializes the library, finds the token by its label and logs in.
   * @param library loaded, and not initialized
   * @throws Pkcs11Error; Error when there is no such token.
   */
  constructor(library: PKCS11, { tokenLabel, pin }: TokenSettings) {
    const { CKF_SERIAL_SESSION, CKU_USER } = pkcs11Package();
    this.#library = library;
    library.C_Initialize();
    try {
      this.#session = library.C_OpenSession(slotOf(library, tokenLabel), CKF_SERIAL_SESSION);
      library.C_Login(this.#session, CKU_USER, pin);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** @throws Pkcs11Error; TokenMisuse when there is no such pair, or its private key can be read out. */
  publicKey(label: string): Uint8Array {
    return this.#keyPair(label).publicKey;
  }

  /** Signs 32 bytes in a thread of its own, so that this process notices meanwhile that it shall end. Returns r and s, 64 bytes. */
  async sign(label: string, hash: Uint8Array): Promise<Buffer> {
    const { privateKey } = this.#keyPair(label);
    const mechanism = { mechanism: pkcs11Package().CKM_ECDSA };
    this.#library.C_SignInit(this.#session, mechanism, privateKey);
    return this.#library.C_SignAsync(
      this.#session,
      Buffer.from(hash),
      Buffer.alloc(SIGNATURE_BYTES),
    );
  }

  /** Ends the session with the library's whole state, so that a library which lost its token can find it again. */
  close(): void {
    try {
      this.#library.C_Finalize();
    } catch {
      // A library that lost its device may refuse to end; initializing it again shows whether it still works.
    }
  }

  #find(template: Template): Handle[] {
    this.#library.C_FindObjectsInit(this.#session, template);
    const found = this.#library.C_FindObjects(this.#session, 2);
    this.#library.C_FindObjectsFinal(this.#session);
    return found;
  }

  #one(objectClass: number, label: string): Handle {
    const { CKA_CLASS, CKA_LABEL } = pkcs11Package();
    const found = this.#find([
      { type: CKA_CLASS, value: objectClass },
      { type: CKA_LABEL, value: label },
    ]);
    const [key] = found;
    // A token without its objects may be one whose storage is away: another attempt may find them.
    if (!key) throw new Error(`the token has no complete key pair with the label ${label}`);
    if (found.length > 1)
      throw new TokenMisuse(`the token has several keys with the label ${label}`);
    return key;
  }

  #keyPair(label: string): KeyPair {
    const known = this.#keys.get(label);
    if (known) return known;
    const { CKO_PRIVATE_KEY, CKO_PUBLIC_KEY } = pkcs11Package();
    const privateKey = this.#one(CKO_PRIVATE_KEY, label);
    this.#requireSealed(privateKey, label);
    const publicKey = this.#pointOf(this.#one(CKO_PUBLIC_KEY, label), label);
    const pair = { privateKey, publicKey };
    this.#keys.set(label, pair);
    return pair;
  }

  #attributes(key: Handle, types: readonly number[]): Buffer[] {
    const asked = types.map((type) => ({ type }));
    return this.#library
      .C_GetAttributeValue(this.#session, key, asked)
      .map(({ value }) => Buffer.from(value as Buffer));
  }

  #requireSealed(privateKey: Handle, label: string): void {
    const { CKA_EXTRACTABLE, CKA_SENSITIVE } = pkcs11Package();
    const [extractable, sensitive] = this.#attributes(privateKey, [CKA_EXTRACTABLE, CKA_SENSITIVE]);
    if (extractable?.[0] === 0 && sensitive?.[0] === 1) return;
    throw new TokenMisuse(
      `the private key ${label} can be read out of the token: make a pair whose private key is sensitive and not extractable`,
    );
  }

  #pointOf(publicKey: Handle, label: string): Uint8Array {
    const { CKA_EC_PARAMS, CKA_EC_POINT } = pkcs11Package();
    const [params, point] = this.#attributes(publicKey, [CKA_EC_PARAMS, CKA_EC_POINT]);
    if (!params?.equals(SECP256K1))
      throw new TokenMisuse(`the key ${label} is not on the curve secp256k1`);
    if (!point?.subarray(0, 2).equals(POINT_HEADER) || point[2] !== 4)
      throw new TokenMisuse(`the public key ${label} is not an uncompressed point`);
    return Uint8Array.from(point.subarray(2));
  }
}
