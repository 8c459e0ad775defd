import { z } from "zod";
import { commonErrors, sessionErrors } from "@/lib/contract/common-errors";
import type { AnyContract } from "@/lib/contract/contract";
import { ERROR_DATA } from "@/lib/contract/error-data";
import type { ServiceError } from "@/lib/kernel/errors";

/** Outside production each response is checked against its contract, so that tests detect deviations. */
const checking = process.env.NODE_ENV !== "production";

const NO_FIELDS = z.strictObject({});

/** @throws if `data` does not match the contract or has fields that the contract does not name. */
export function checkAnswer(contract: AnyContract, data: unknown): void {
  if (!checking) return;
  const parsed = contract.data.safeParse(data);
  if (!parsed.success)
    throw new Error(
      `${contract.id} returned data that breaks its contract: ${parsed.error.message}`,
    );
  const unnamed = JSON.stringify(data).length - JSON.stringify(parsed.data).length;
  if (unnamed !== 0)
    throw new Error(`${contract.id} returned fields that its contract does not name`);
}

/** @throws if a use case throws an error code that its contract does not name, or data that the code does not have. */
export function checkRefusal(contract: AnyContract, { code, data }: ServiceError): void {
  if (!checking) return;
  const named = [...contract.errors, ...commonErrors(contract), ...sessionErrors(contract)];
  if (!named.includes(code))
    throw new Error(`${contract.id} raised ${code}, which its contract does not name`);
  const fields = ERROR_DATA[code]?.schema.strict() ?? NO_FIELDS;
  const { error } = fields.safeParse(data);
  if (error) throw new Error(`${contract.id} raised ${code} with other data: ${error.message}`);
}
