import { expect, test } from "vitest";
import { presentSettings } from "@/lib/backoffice/present";
import type { PartnerRow } from "@/lib/backoffice/store";
import { DEFAULT_SETTINGS } from "@/lib/partners/create-partner";
import { SETTING_FIELDS } from "@/lib/partners/setting-words";

test("the form of a new partner shows the defaults that the service uses", () => {
  const defaults = presentSettings(DEFAULT_SETTINGS as PartnerRow);
  expect(SETTING_FIELDS.map(({ name }) => name).sort()).toEqual(Object.keys(defaults).sort());
  for (const { name, usual } of SETTING_FIELDS)
    expect([name, usual === undefined ? null : Number(usual)]).toEqual([name, defaults[name]]);
});
