import { beforeEach, expect, test, vi } from "vitest";
import type { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { propsOf, render, unmount } from "@/test/rendered";
import type { PostingValues } from "./read-request";
import { RequestPosting } from "./request-posting";

interface Options {
  beforeSend: (values: PostingValues) => boolean;
  onDone: (preview: object) => void;
}

let options: Options;
let values: PostingValues;
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));
vi.mock("@/lib/api/client/form/use-contract-form", () => ({
  useContractForm: ((_: string, given: Options & { initial: PostingValues }) => {
    options = given;
    values ??= given.initial;
    return { values, field: () => ({}) };
  }) as unknown as typeof useContractForm,
}));

const PREVIEW = { journal: [], obstacle: undefined };

beforeEach(() => {
  unmount();
  shown();
  values = { ...values, kind: "cost_payment", amount: "10", reason: "Fees of the bank" };
});

const shown = () => render(() => RequestPosting({ places: [], onRequested() {}, onClose() {} }));
const form = () => propsOf(shown(), ({ form }) => form !== undefined);
const planned = () => propsOf(shown(), ({ planned }) => planned !== undefined).planned;

test("a preview is shown with the request that it was made of", () => {
  shown();
  options.beforeSend(values);
  options.onDone(PREVIEW);
  expect(planned()).toMatchObject({ body: { kind: "cost_payment", amount: 10 }, preview: PREVIEW });
  expect(form().action).toBeUndefined();
});

test("a preview that arrives after a field was changed is not shown beside the new value", () => {
  shown();
  options.beforeSend(values);
  values = { ...values, amount: "20" };
  shown();
  options.onDone(PREVIEW);
  expect(planned).toThrow();
  expect(form().action).toBe("Preview journal");
});

test("a preview disappears when a field is changed", () => {
  shown();
  options.beforeSend(values);
  options.onDone(PREVIEW);
  values = { ...values, reason: "Costs of the bank" };
  expect(planned).toThrow();
});
