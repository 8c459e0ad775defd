import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeHash } from "./encode";
import { rootOf, TreeBuilder } from "./tree";

const leavesOf = (texts: readonly string[]) =>
  texts.map((text) =>
    createHash("sha256")
      .update(Buffer.from([0]))
      .update(text)
      .digest(),
  );

/** The definition of RFC 6962, section 2.1, word for word. */
function definition(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only) return only;
  const left = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return nodeHash(definition(leaves.slice(0, left)), definition(leaves.slice(left)));
}

const someLeaves = fc.array(fc.string(), { minLength: 1, maxLength: 70 }).map(leavesOf);

test("a known tree has the root that OpenSSL computes", () => {
  // printf '\0a' | openssl dgst -sha256 and so on, joined below 01.
  const sha = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  const [a, b, c] = ["a", "b", "c"].map((text) => sha(Buffer.from([0]), Buffer.from(text)));
  const node = (left?: Buffer, right?: Buffer) =>
    sha(Buffer.from([1]), left ?? Buffer.alloc(0), right ?? Buffer.alloc(0));
  expect(rootOf(leavesOf(["a", "b", "c"]))).toEqual(node(node(a, b), c));
});

test("the root of any leaves is that of the definition", () => {
  fc.assert(
    fc.property(someLeaves, (leaves) => {
      expect(rootOf(leaves)).toEqual(definition(leaves));
    }),
  );
});

test("a changed, dropped, added or moved leaf changes the root", () => {
  const different = fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(different, fc.nat(), (texts, seed) => {
      const leaves = leavesOf(texts);
      const place = seed % leaves.length;
      const root = rootOf(leaves);
      const changed = leaves.with(place, Buffer.alloc(32, 9));
      expect(rootOf(changed)).not.toEqual(root);
      expect(rootOf(leaves.toSpliced(place, 1))).not.toEqual(root);
      expect(rootOf([...leaves, leaves.at(-1) as Buffer])).not.toEqual(root);
      expect(rootOf(leaves.toReversed())).not.toEqual(root);
    }),
  );
});

test("a tree needs a leaf", () => {
  expect(() => new TreeBuilder().root()).toThrow("at least one leaf");
});
