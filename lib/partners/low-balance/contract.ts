import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { amountUsd, usd } from "@/lib/contract/fields";

export const setLowBalanceContract = contract({
  id: "setLowBalance",
  method: "POST",
  path: "/api/v1/partner/wallet/low-balance",
  tag: "Wallet",
  summary: "Set Low Balance Threshold",
  description: "The overview and the wallet show a notice below this balance. Null: no notice.",
  audience: "dashboard",
  roles: ["owner"],
  body: z.object({ threshold: amountUsd({ above: 0 }).nullable() }),
  data: z.object({ threshold: usd.nullable() }),
  audited: ["threshold"],
  message: "Low balance threshold set",
  errors: [],
  examples: { body: { threshold: 500 }, data: { threshold: 500 } },
});
