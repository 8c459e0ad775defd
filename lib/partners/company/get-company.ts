import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { getCompanyContract } from "./contract";
import { presentCompany } from "./present";
import { findCompany } from "./store";

/** Returns the partner's name, and the name and logo that its users see. */
export const getCompany: PersonUseCase<typeof getCompanyContract> = async ({ partner }) =>
  presentCompany(await findCompany(partner.id));
