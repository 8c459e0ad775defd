import { describe, expect, test } from "vitest";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { MAX_BODY_BYTES, readBody } from "./read-body";

const JSON_TYPE = { "content-type": "application/json" };
const URL_OF_REQUEST = "http://127.0.0.1/";

function request(body: BodyInit | null, headers: Record<string, string> = JSON_TYPE): Request {
  return new Request(URL_OF_REQUEST, { method: "POST", body, headers });
}

/** A streamed body without a declared length; counts the pieces that were pulled. */
function streamed(pieces: number, bytesPerPiece: number): { request: Request; sent: () => number } {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === pieces) controller.close();
      else {
        sent += 1;
        controller.enqueue(new Uint8Array(bytesPerPiece).fill(0x20));
      }
    },
  });
  const init = { method: "POST", body, headers: JSON_TYPE, duplex: "half" };
  return { request: new Request(URL_OF_REQUEST, init as RequestInit), sent: () => sent };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw new Error(`not refused: ${String(error)}`);
  return error.code;
}

describe("a body", () => {
  test.each([{}, { "content-length": "60" }])(
    "that is cut off in the midst is refused as the sender's fault, with %j",
    async (headers) => {
      let pulls = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (pulls++ === 0) controller.enqueue(new TextEncoder().encode('{"serviceCardId":"'));
          else controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
        },
      });
      const init = { method: "POST", body, headers: { ...JSON_TYPE, ...headers }, duplex: "half" };
      const cut = new Request(URL_OF_REQUEST, init as RequestInit);
      const error = await readBody(cut).catch((thrown: unknown) => thrown);
      expect(error instanceof ValidationError && error.fields).toEqual([
        { property: "body", constraints: { isWhole: "body must arrive whole" } },
      ]);
    },
  );

  test("is the object that it says", async () => {
    expect(await readBody(request('{"a":1,"b":{"c":[true,null,"é🙂"]}}'))).toEqual({
      a: 1,
      b: { c: [true, null, "é🙂"] },
    });
  });

  test("a body that is absent or empty reads as an object without fields, whatever its type", async () => {
    expect(await readBody(request(null, {}))).toEqual({});
    expect(await readBody(request("", { "content-type": "text/plain" }))).toEqual({});
  });

  test.each(["null", "5", '"x"', "[]", "[{}]", "{", "{}x", "\ufeff{}}"])(
    "%j is refused as no JSON object",
    async (text) => {
      const error = await readBody(request(text)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ValidationError);
      expect(error instanceof ValidationError && error.fields).toEqual([
        { property: "body", constraints: { isJson: "body must be a JSON object in UTF-8" } },
      ]);
    },
  );

  test.each(["gzip", "br", "deflate", "GZIP", "identity, gzip", "unknown"])(
    "with Content-Encoding: %s is refused for that",
    async (encoding) => {
      const encoded = request("{}", { ...JSON_TYPE, "content-encoding": encoding });
      await expect(readBody(encoded)).rejects.toMatchObject({
        code: "UNSUPPORTED_MEDIA_TYPE",
        status: 415,
        text: expect.stringContaining("Content-Encoding"),
        headers: { "Accept-Encoding": "identity" },
      });
    },
  );

  test.each(["identity", "", " Identity "])("may name the encoding %j", async (encoding) => {
    const plain = request('{"a":1}', { ...JSON_TYPE, "content-encoding": encoding });
    expect(await readBody(plain)).toEqual({ a: 1 });
  });

  test("a body that is not UTF-8 is refused", async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect(await codeOf(readBody(request(bytes)))).toBe("VALIDATION");
    // The decoder keeps no state for the next body.
    expect(await codeOf(readBody(request(bytes.subarray(0, 3))))).toBe("VALIDATION");
    expect(await readBody(request('{"a":"é"}'))).toEqual({ a: "é" });
  });

  test("a body with prototype keys has them as fields of its own", async () => {
    const body = await readBody(request('{"__proto__":{"a":1},"constructor":2}'));
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(Object.keys(body)).toEqual(["__proto__", "constructor"]);
    expect("a" in body).toBe(false);
  });
});

describe("the size", () => {
  const padded = (length: number) => `{"a":"${"x".repeat(length - 8)}"}`;

  test("may be 64 KiB and not a byte more", async () => {
    expect(Object.keys(await readBody(request(padded(MAX_BODY_BYTES))))).toEqual(["a"]);
    expect(await codeOf(readBody(request(padded(MAX_BODY_BYTES + 1))))).toBe("PAYLOAD_TOO_LARGE");
  });

  test("is counted in bytes, not in characters", async () => {
    const text = `{"a":"${"é".repeat(MAX_BODY_BYTES / 2)}"}`;
    expect(text.length).toBeLessThan(MAX_BODY_BYTES);
    expect(await codeOf(readBody(request(text)))).toBe("PAYLOAD_TOO_LARGE");
  });

  test("a stream without a length is measured as it comes, and the rest is not read", async () => {
    const endless = streamed(10_000, 1_024);
    expect(await codeOf(readBody(endless.request))).toBe("PAYLOAD_TOO_LARGE");
    expect(endless.sent()).toBeLessThan(70);
  });

  test("a body that declares too large a size is refused before anything is read", async () => {
    const declared = streamed(1, 10);
    declared.request.headers.set("content-length", String(MAX_BODY_BYTES + 1));
    expect(await codeOf(readBody(declared.request))).toBe("PAYLOAD_TOO_LARGE");
  });

  test("is asked before the type: a large body of another type is too large", async () => {
    const answer = readBody(
      request("x".repeat(MAX_BODY_BYTES + 1), { "content-type": "text/csv" }),
    );
    expect(await codeOf(answer)).toBe("PAYLOAD_TOO_LARGE");
  });
});

describe("the depth", () => {
  /** Objects and lists in turn; the body itself is the outermost object. */
  const nested = (depth: number, innermost: string) => {
    const [open, close] = ['{"a":[', "]}"].map((text) => text.repeat(depth / 2));
    return open + innermost + close;
  };

  test.each(["", "5", "9007199254740993"])("may be 64, with %j in it", async (innermost) => {
    expect(Object.keys(await readBody(request(nested(64, innermost))))).toEqual(["a"]);
  });

  test.each([
    [64, "{}"],
    [66, ""],
    [66, "9007199254740993"],
    [16_000, "9007199254740993"],
    [16_000, ""],
  ])("%i with %j in it is more than 64", async (depth, innermost) => {
    await expect(readBody(request(nested(depth, innermost)))).rejects.toMatchObject({
      fields: [
        { property: "body", constraints: { maxDepth: "body must not be nested deeper than 64" } },
      ],
    });
  });
});

describe("the type", () => {
  test.each(["application/json", "Application/JSON ; charset=UTF-8"])(
    "%s is read",
    async (type) => {
      expect(await readBody(request("{}", { "content-type": type }))).toEqual({});
    },
  );

  test.each(["text/plain", "application/json5", "text/json", "application/x-www-form-urlencoded"])(
    "%s is not",
    async (type) => {
      const answer = readBody(request("{}", { "content-type": type }));
      expect(await codeOf(answer)).toBe("UNSUPPORTED_MEDIA_TYPE");
    },
  );
});

describe("a number", () => {
  test.each(["5", "5.10", "1e2", "100e-2", "-0.5", "0", "-0", "9007199254740992", "1.7e308"])(
    "%s is itself",
    async (text) => {
      expect((await readBody(request(`{"a":${text}}`))).a).toBe(Number(text));
    },
  );

  test.each([
    "9007199254740993",
    "0.1000000000000000055",
    "1e400",
    "-1e400",
    "1e-400",
    "5.00000000000000001",
  ])("%s, which a double cannot represent, becomes NaN", async (text) => {
    expect((await readBody(request(`{"a":${text}}`))).a).toBeNaN();
  });
});
