import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { findPolicy } from "@/lib/withdrawals/policy/store";
import { checksummed } from "./checksum";
import type { saveAddressContract } from "./contract";
import { lookUpAddress } from "./look-up-address";
import { presentAddress } from "./present";
import { PROBLEM_TEXTS } from "./problem-texts";
import { refuseTaken } from "./refuse-taken";
import { insertAddress } from "./store";

const refuse = (rule: string, text: string) =>
  new ValidationError([{ property: "address", constraints: { [rule]: text } }]);

/** Saves an address under a label. Refuses an address with a wrong checksum or a known problem. */
export const saveAddress: PersonUseCase<typeof saveAddressContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const address = checksummed(input.body.address);
  if (address === undefined)
    throw refuse("isChecksummed", "address does not match its checksum: check for a typo");
  const { problem } = await lookUpAddress(partner.id, address);
  if (problem) throw refuse("isPayable", `address must not be ${PROBLEM_TEXTS[problem]}`);

  const { label } = input.body;
  const row = { id: newId("adr"), label, address, createdAt: await databaseTimeOf(at) };
  describeAudit({ targetId: row.id, after: { label, address } });
  const isSaved = await insertAddress(partner.id, { ...row, personId: person.id }).catch(
    refuseTaken,
  );
  if (!isSaved) throw new ServiceError("ADDRESS_LIMIT");
  return presentAddress({ ...row, savedBy: person.name }, await findPolicy(partner.id), at);
};
