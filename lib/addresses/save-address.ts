import { describeDeed } from "@/lib/deed";
import { env } from "@/lib/env";
import { ServiceError, ValidationError } from "@/lib/errors";
import type { PersonUseCase } from "@/lib/http/person-route";
import { newId } from "@/lib/ids";
import { checksummed } from "./checksum";
import type { saveAddressContract } from "./contract";
import { judgeAddress } from "./judge-address";
import { presentAddress } from "./present";
import { refuseTaken } from "./refuse-taken";
import type { ADDRESS_PROBLEMS } from "./schema";
import { findKnownAddresses, insertAddress } from "./store";

const REFUSALS: Record<(typeof ADDRESS_PROBLEMS)[number], string> = {
  zero_address: "address must not be the zero address: nobody has it",
  token_contract: "address must not be the contract of a token: what is sent there is lost",
  own_deposit_address: "address must not be one of your own deposit addresses",
};

const refuse = (rule: string, text: string) =>
  new ValidationError([{ property: "address", constraints: { [rule]: text } }]);

/** Keeps an address under a name, after what would be refused of an address by any careful person. */
export const saveAddress: PersonUseCase<typeof saveAddressContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const address = checksummed(input.body.address);
  if (address === undefined)
    throw refuse(
      "isChecksummed",
      "address must have the capitals of its checksum: one may be mistyped",
    );
  const known = await findKnownAddresses(partner.id, address);
  const { problem } = judgeAddress(env().SERVICE_ENVIRONMENT, address, known);
  if (problem) throw refuse("isPayable", REFUSALS[problem]);

  const { label } = input.body;
  const row = { id: newId("adr"), label, address, createdAt: at };
  describeDeed({ targetId: row.id, after: { label, address } });
  const isSaved = await insertAddress(partner.id, { ...row, personId: person.id }).catch(
    refuseTaken,
  );
  if (!isSaved) throw new ServiceError("ADDRESS_LIMIT");
  return presentAddress({ ...row, savedBy: person.name });
};
