import { describe, expect, test, vi } from "vitest";
import { ValidationError } from "@/lib/kernel/errors";
import { refuseWeakPassword } from "./refuse-weak-password";

const EMAIL = "ada.lovelace@northwind.example";

function refusal(password: string): string | undefined {
  try {
    refuseWeakPassword("newPassword", password, EMAIL);
    return undefined;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    expect(error.fields).toEqual([
      { property: "newPassword", constraints: { isStrongPassword: expect.any(String) } },
    ]);
    return error.fields[0]?.constraints.isStrongPassword;
  }
}

describe("refuseWeakPassword", () => {
  test.each([" ".repeat(12), "\u00a0".repeat(15), "\t \t \t \t \t \t "])(
    "refuses blank %j",
    (password) => {
      expect(refusal(password)).toBe("newPassword must not be blank");
    },
  );

  test.each(["aaaaaaaaaaaa", "ababababababab", "aAaAaAaAaAaA", "121212121212", "!!!!!!!!!!!!!"])(
    "refuses %s for its few characters",
    (password) => {
      expect(refusal(password)).toBe("newPassword must have at least 5 different characters");
    },
  );

  test.each([
    "password1234",
    "Password2024!",
    "P@ssw0rd2024",
    "passwordpassword",
    "Passw0rd!Passw0rd!",
    "123456789012",
    "098765432109",
    "1234567890qwerty",
    "qwertyuiop123",
    "qwertyuiopasdfgh",
    "1q2w3e4r5t6y",
    "1qaz2wsx3edc",
    "zaq12wsxcde3",
    "abcdefghijkl",
    "abcd1234abcd1234",
    "iloveyou1234",
    "letmein12345",
    "Welcome12345",
    "administrator",
    "adminadminadmin",
    "changeme2024",
    "Summer2026!!",
    "superman12345",
    "unbelievable",
    "football12345",
    "xk3vbxk3vbxk3vb",
  ])("refuses the common %s", (password) => {
    expect(refusal(password)).toMatch(/^newPassword is too easy to guess/);
  });

  test.each([
    EMAIL,
    EMAIL.toUpperCase(),
    "ada.lovelace1234",
    "lovelace-northwind",
    "partnerwallet",
    "Partner Wallet 2026",
    "northwind.example1",
  ])("refuses %s, which contains data of the person or the product's name", (password) => {
    expect(refusal(password)).toMatch(/^newPassword is too easy to guess/);
  });

  test.each([
    "correct horse battery",
    "correct horse battery staple",
    "dQw4w9WgXcQ-z7",
    "monkey dragon soccer winter",
    "ungewöhnlich saures Obst",
    "пароль не для всех",
    "k8!vTz#2pLw9",
    "Zebras juggle 9 teapots",
    "🦊🐢🦉🐙🦋🐝🐞🦀🐌🦕🐳🦔",
  ])("accepts %s", (password) => {
    expect(refusal(password)).toBeUndefined();
  });

  /** Searches for words, and characters of the words that were found: the steps that could grow faster than the password. */
  function workFor(password: string): number {
    const search = vi.spyOn(String.prototype, "indexOf");
    const cover = vi.spyOn(Array.prototype, "slice");
    try {
      refusal(password);
      const covered = cover.mock.results.map(({ value }) => value.length);
      return search.mock.calls.length + covered.reduce((sum, length) => sum + length, 0);
    } finally {
      vi.restoreAllMocks();
    }
  }

  test.each(["password", "abcdefgh", "k8!vTz#2"])(
    "does for the longest password, %s repeated, work that grows with its length and not with the square",
    (part) => {
      const [quarter = 0, half = 0, whole = 0] = [32, 64, 128].map((n) => workFor(part.repeat(n)));
      expect(quarter).toBeGreaterThan(0);
      expect(whole - half).toBeLessThanOrEqual(2 * (half - quarter));
    },
  );
});
