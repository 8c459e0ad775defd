import type { AdminUseCase } from "@/lib/http/admin-route";
import type { leavePartnerContract } from "./contract";
import { endViewing } from "./store";

/** Ends the look at a partner's dashboard, if there was one. */
export const leavePartner: AdminUseCase<typeof leavePartnerContract> = async ({ person }) => {
  await endViewing(person.sessionId);
  return { left: true };
};
