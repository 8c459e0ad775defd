import type { ScreeningProvider } from "./screening-port";
import { findListed } from "./sql-store";

/** Screens with the stored list, which a job refreshes. Without a list nothing is clear. */
export const listProvider: ScreeningProvider = {
  async screen(address) {
    const found = await findListed(address);
    if (!found)
      return {
        outcome: "unavailable",
        reason: "No sanctions list was loaded yet.",
        listSha256: null,
      };
    const { sha256: listSha256, isListed } = found;
    return isListed
      ? { outcome: "hit", reason: "The address is on the sanctions list.", listSha256 }
      : { outcome: "clear", reason: null, listSha256 };
  },
};
