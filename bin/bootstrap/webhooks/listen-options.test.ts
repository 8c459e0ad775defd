import { expect, test } from "vitest";
import { readListenOptions } from "./listen-options.mjs";

test("every option has a default", () => {
  expect(readListenOptions([], {})).toEqual({
    help: false,
    json: false,
    port: 4400,
    secret: undefined,
    register: undefined,
    answer: { status: 200, failFirst: 0, delayMs: 0 },
  });
});

test("takes the secret and the key from the environment, unless options give them", () => {
  const env = { WEBHOOK_SECRET: "whsec_ZW52", API_KEY: "sk_env" };
  const args = ["--register", "http://127.0.0.1:3000"];
  expect(readListenOptions(args, env)).toMatchObject({
    secret: "whsec_ZW52",
    register: { baseUrl: "http://127.0.0.1:3000", apiKey: "sk_env" },
  });
  expect(
    readListenOptions([...args, "--secret", "whsec_YXJn", "--api-key", "sk_arg"], env),
  ).toMatchObject({ secret: "whsec_YXJn", register: { apiKey: "sk_arg" } });
});

test("--fail-first responds with 500, unless --status is given", () => {
  const failFirst = ["--fail-first", "2"];
  expect(readListenOptions(failFirst, {}).answer).toMatchObject({ failFirst: 2, status: 500 });
  const both = readListenOptions([...failFirst, "--status", "503"], {});
  expect(both.answer).toMatchObject({ failFirst: 2, status: 503 });
});

test.each([
  [["--port", "65536"], "--port 65536"],
  [["--port", "-1"], "--port"],
  [["--status", "199"], "from 200 to 599"],
  [["--delay-ms", "3s"], "--delay-ms 3s"],
  [["--fail-first", "1.5"], "--fail-first 1.5"],
  [["--secret", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], "whsec_ included"],
  [["--register", "127.0.0.1:3000", "--api-key", "sk_x"], "the service's address"],
  [["--register", "http://127.0.0.1:3000"], "--api-key"],
  [["--prot", "4400"], "--prot"],
  [["4400"], "4400"],
])("refuses %j and names the mistake", (args, message) => {
  expect(() => readListenOptions(args, {})).toThrow(message);
  expect(() => readListenOptions(args, {})).toThrow("--help");
});
