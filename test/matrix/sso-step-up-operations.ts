import { makePartner } from "@/test/fixtures/make";
import { connectDirectly, ssoBody, ssoVersion } from "@/test/fixtures/sso";
import type { StepUpOperation } from "./step-up-operations";

const byOwner = { by: "owner", field: "password" } as const;

/** The operations of single sign-on that require step-up authentication. */
export const SSO_STEP_UP_OPERATIONS: StepUpOperation[] = [
  {
    id: "setSso",
    ...byOwner,
    request: async ({ partner }) => ({
      body: { ...ssoBody(), version: await ssoVersion(partner.partnerId) },
    }),
  },
  {
    id: "removeSso",
    ...byOwner,
    request: async ({ partner }) => {
      await connectDirectly(partner.partnerId);
      return { body: {} };
    },
  },
  {
    id: "setSsoOnly",
    ...byOwner,
    request: async ({ partner }, caller) => {
      await connectDirectly(partner.partnerId);
      const version = await ssoVersion(partner.partnerId);
      return { body: { isOnly: false, breakGlassPersonIds: [caller.personId], version } };
    },
  },
  {
    id: "endSsoRequirement",
    ...{ by: "admin", field: "totp" },
    request: async () => {
      const { partnerId: id } = await makePartner({ balanceUsd: 0 });
      await connectDirectly(id, { isOnly: true, breakGlass: ["prs_gone"] });
      return { params: { id }, body: {} };
    },
  },
];

/** The operations of single sign-on that do not, by the reason. */
export const SSO_WITHOUT_STEP_UP = {
  "lets nobody be bound by a domain": ["removeSsoDomain"],
  "binds by the e-mail again, at the next sign-in": ["unlinkSso"],
  "proves a domain by DNS": ["addSsoDomain", "verifySsoDomain"],
};
