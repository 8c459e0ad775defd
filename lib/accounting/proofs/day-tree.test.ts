import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DayTree } from "./day-tree";
import { rootFromPath, rootOf } from "./format/tree";

const leavesOf = (texts: readonly string[]) =>
  texts.map((text) => createHash("sha256").update(text).digest());
const someLeaves = fc.array(fc.string(), { minLength: 1, maxLength: 70 }).map(leavesOf);

/** The definition of a path in RFC 6962, section 2.1.1, word for word. */
function definition(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length === 1) return [];
  const left = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return index < left
    ? [...definition(leaves.slice(0, left), index), rootOf(leaves.slice(left))]
    : [...definition(leaves.slice(left), index - left), rootOf(leaves.slice(0, left))];
}

test("each path and the root are those of the definition", async () => {
  await fc.assert(
    fc.asyncProperty(someLeaves, async (leaves) => {
      const tree = await DayTree.over(Buffer.concat(leaves));
      expect(tree.root).toBe(rootOf(leaves).toString("hex"));
      expect(tree.bytes).toBeLessThan(64 * leaves.length + 32 * 8);
      for (const [index] of leaves.entries())
        expect(tree.pathOf(index)).toEqual(
          definition(leaves, index).map((hash) => hash.toString("hex")),
        );
    }),
  );
});

test("each leaf leads to the root by its path, and at no other place or count", async () => {
  await fc.assert(
    fc.asyncProperty(someLeaves, fc.nat(), async (leaves, seed) => {
      const index = seed % leaves.length;
      const leaf = leaves[index] as Buffer;
      const tree = await DayTree.over(Buffer.concat(leaves));
      const path = tree.pathOf(index).map((hash) => Buffer.from(hash, "hex"));
      const root = rootOf(leaves);
      expect(rootFromPath(leaf, index, leaves.length, path)).toEqual(root);
      for (const [other, hash] of leaves.entries())
        if (other !== index && !hash.equals(leaf))
          expect(rootFromPath(hash, index, leaves.length, path)).not.toEqual(root);
      expect(rootFromPath(leaf, index, leaves.length, [...path, root])).not.toEqual(root);
      expect(rootFromPath(leaf, leaves.length, leaves.length, path)).toBeUndefined();
    }),
  );
});

test("the index is that of a whole leaf, and undefined for other bytes", async () => {
  const leaves = leavesOf(["a", "b", "c"]);
  const all = Buffer.concat(leaves);
  const tree = await DayTree.over(all);
  for (const [index, leaf] of leaves.entries()) expect(tree.indexOf(leaf)).toBe(index);
  expect(tree.indexOf(all.subarray(16, 48))).toBeUndefined();
  expect(tree.indexOf(Buffer.alloc(32))).toBeUndefined();
});
