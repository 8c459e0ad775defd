import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { text } from "@/lib/contract/fields";
import { MAX_LOGO_BYTES, MAX_LOGO_PX } from "./limits";

const PATH = "/api/v1/partner/company";
const shared = { tag: "Profile", audience: "dashboard" } as const;

const companySchema = z
  .object({
    name: z.string().meta({ description: "As the operator knows the partner" }),
    publicName: z.string().nullable().meta({ description: "Shown to users instead of the name" }),
    logoUrl: z.string().nullable(),
  })
  .meta({ id: "Company" });

const EXAMPLE = {
  name: "Northwind Travel",
  publicName: "Northwind",
  logoUrl: "/api/logos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
};

export const getCompanyContract = contract({
  ...shared,
  id: "getCompany",
  method: "GET",
  path: PATH,
  summary: "Get Company",
  description: "The partner's name, and the name and logo that its users see.",
  data: companySchema,
  message: "Company",
  errors: [],
  examples: { data: EXAMPLE },
});

export const setPublicNameContract = contract({
  ...shared,
  id: "setPublicName",
  method: "POST",
  path: `${PATH}/public-name`,
  summary: "Set Public Name",
  description: "The name that users see on the verification page. Null: the partner's name.",
  roles: ["owner"],
  body: z.object({ publicName: text(1, 100).nullable() }),
  data: companySchema,
  audited: ["publicName"],
  message: "Public name set",
  errors: [],
  examples: { body: { publicName: "Northwind" }, data: EXAMPLE },
});

export const setLogoContract = contract({
  ...shared,
  id: "setLogo",
  method: "PUT",
  path: `${PATH}/logo`,
  summary: "Set Logo",
  description: `A PNG of at most ${MAX_LOGO_PX} × ${MAX_LOGO_PX} pixels and ${MAX_LOGO_BYTES} bytes. Users see it on the verification page.`,
  roles: ["owner"],
  body: z.object({ image: z.base64().meta({ description: "The PNG, in Base64" }) }),
  data: companySchema,
  message: "Logo set",
  errors: [],
  examples: {
    body: {
      image:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
    },
    data: EXAMPLE,
  },
});

export const removeLogoContract = contract({
  ...shared,
  id: "removeLogo",
  method: "DELETE",
  path: `${PATH}/logo`,
  summary: "Remove Logo",
  roles: ["owner"],
  data: companySchema,
  message: "Logo removed",
  errors: [],
  examples: { data: { ...EXAMPLE, logoUrl: null } },
});
