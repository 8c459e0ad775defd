import { expect, test } from "vitest";
import { adviceFor, DENIAL_CODES, isDenialCode } from "./denial-codes";

test("codes match exactly", () => {
  expect(isDenialCode("WRONG_USER_REGION")).toBe(true);
  for (const code of ["wrong_user_region", "", "toString", "__proto__", " FORGERY"])
    expect(isDenialCode(code)).toBe(false);
});

test("each advice is given once, in the order of the codes", () => {
  expect(adviceFor("EXPIRATION_DATE,LOW_QUALITY,UNSATISFACTORY_PHOTOS")).toEqual([
    DENIAL_CODES.EXPIRATION_DATE,
    DENIAL_CODES.LOW_QUALITY,
  ]);
});

test("codes for the operator only are not shown to the person", () => {
  expect(adviceFor("SANCTIONS,PEP,FORGERY,CRIMINAL,ADVERSE_MEDIA,BLOCKLIST")).toEqual([]);
  expect(adviceFor(null)).toEqual([]);
  expect(adviceFor("NOT_A_CODE")).toEqual([]);
});
