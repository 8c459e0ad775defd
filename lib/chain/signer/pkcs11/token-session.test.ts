import type { PKCS11 } from "pkcs11js";
import { expect, test, vi } from "vitest";
import { TokenSession } from "./token-session";

/** The part of pkcs11js that opening a session needs: the package itself may not be compiled on this machine. */
vi.mock("../vault-packages", () => ({
  pkcs11Package: () => ({ CKF_SERIAL_SESSION: 4, CKU_USER: 1 }),
}));

const LABELS: Record<number, string> = { 1: "other", 3: "service".padEnd(32) };

const infoOf = ([slot = 0]: Buffer) => {
  const label = LABELS[slot];
  if (label === undefined) throw new Error("CKR_TOKEN_NOT_RECOGNIZED");
  return { label };
};

/** A library with slots whose tokens have these labels. A slot without one is broken. */
function libraryOf(slots: readonly number[]) {
  const opened: number[] = [];
  const open = ([slot = 0]: Buffer) => {
    opened.push(slot);
    return Buffer.of(9);
  };
  const list = () => slots.map((slot) => Buffer.of(slot));
  const nothing = () => {};
  const library = {
    ...{ C_Initialize: nothing, C_Finalize: nothing, C_Login: nothing },
    ...{ C_GetSlotList: list, C_GetTokenInfo: infoOf, C_OpenSession: open },
  };
  return { opened, library: library as unknown as PKCS11 };
}

const settings = { module: "", tokenLabel: "service", pin: "0" };

test("a slot that cannot be read hides no token in a later slot", () => {
  const { library, opened } = libraryOf([2, 1, 3]);
  new TokenSession(library, settings);
  expect(opened).toEqual([3]);
});

test("without the token, the error names what was wrong with other slots", () => {
  const open = (slots: number[]) => () => new TokenSession(libraryOf(slots).library, settings);
  expect(open([1])).toThrow(/^no token has the label service$/);
  expect(open([1, 2])).toThrow("CKR_TOKEN_NOT_RECOGNIZED");
});
