import { expect, test } from "vitest";
import { parseForm } from "./parse-form";

test.each([
  ["", {}],
  ["a=1&b=two%20words", { a: "1", b: "two words" }],
  ["a[b][c]=1&a[b][d]=2&a[e]=3", { a: { b: { c: "1", d: "2" }, e: "3" } }],
  ["expand[0]=number&expand[1]=cvc", { expand: ["number", "cvc"] }],
  ["expand[]=number&expand[]=cvc", { expand: ["number", "cvc"] }],
  ["a[0][b]=1&a[1][b]=2", { a: [{ b: "1" }, { b: "2" }] }],
  ["created[gte]=5", { created: { gte: "5" } }],
  ["metadata[1]=x", { metadata: { 1: "x" } }],
])("reads %j", (text, value) => {
  expect(parseForm(text)).toEqual(value);
});
