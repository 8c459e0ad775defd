import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";

export const MAX_SAVED_ADDRESSES = 200;

export const savedAddressSchema = z
  .object({
    addressId: z.string(),
    label: z.string(),
    address: z.string().meta({ description: "EIP-55 checksummed" }),
    savedBy: personal(z.string()),
    createdAt: timestamp,
    usableFrom: timestamp.optional().meta({
      description: "With an allow-list: when the waiting time of the address ends or ended",
    }),
  })
  .meta({ id: "SavedAddress" });

/** The reasons why no money may be sent to an address. */
export const ADDRESS_PROBLEMS = [
  "zero_address",
  "token_contract",
  "own_deposit_address",
  "service_address",
] as const;
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

export const addressCheckSchema = z
  .object({
    address: z.string().meta({ description: "EIP-55 checksummed" }),
    problem: z.enum(ADDRESS_PROBLEMS).optional(),
    notAllowed: z
      .object({
        usableFrom: timestamp.optional().meta({ description: "Absent for an address not saved" }),
      })
      .optional()
      .meta({ description: "Present if the allow-list does not permit the address now" }),
    savedAs: z.string().optional().meta({ description: "The label, if the address is saved" }),
    timesPaid: z
      .int()
      .meta({ description: "Completed withdrawals to this address, counted up to 1,000" }),
    lastPaidAt: timestamp.optional(),
    lookalikes: z
      .array(z.object({ address: z.string(), savedAs: z.string().optional() }))
      .meta({ description: "Other known addresses with the same first and last characters" }),
  })
  .meta({ id: "AddressCheck" });

export const EXAMPLE_ADDRESS: z.input<typeof savedAddressSchema> = {
  addressId: "adr_01k9x75d2r8e5t2v7w4y0z1a2b3",
  label: "Treasury at Coinbase",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  savedBy: "Ada Moreno",
  createdAt: "2026-11-21T09:30:00.000Z",
};
