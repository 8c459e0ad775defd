import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { evmAddress, nameText } from "@/lib/contract/fields";
import { MONEY_OUT_ROLES } from "@/lib/withdrawals/contract";
import {
  addressCheckSchema,
  EXAMPLE_ADDRESS,
  MAX_SAVED_ADDRESSES,
  savedAddressSchema,
} from "./schema";

const PATH = "/api/v1/partner/addresses";
const shared = { tag: "Addresses", audience: "dashboard" } as const;
/** A saved address is the destination of later withdrawals, so saving one needs the same role as a withdrawal. */
const roles = MONEY_OUT_ROLES;
const addressParams = z.object({ addressId: z.string() });
const exampleParams = { addressId: EXAMPLE_ADDRESS.addressId };
const label = nameText(60);

export const listAddressesContract = contract({
  ...shared,
  id: "listAddresses",
  method: "GET",
  path: PATH,
  summary: "List Saved Addresses",
  description: `The partner's saved withdrawal addresses. At most ${MAX_SAVED_ADDRESSES}.`,
  data: z.object({ addresses: z.array(savedAddressSchema) }),
  message: "Saved addresses",
  errors: [],
  examples: { data: { addresses: [EXAMPLE_ADDRESS] } },
});

export const saveAddressContract = contract({
  ...shared,
  id: "saveAddress",
  method: "POST",
  path: PATH,
  summary: "Save Address",
  description:
    "Mixed-case addresses must match their checksum (EIP-55). The zero address, token contracts and the partner's own deposit addresses are refused.",
  roles,
  body: z.object({ label, address: evmAddress }),
  data: savedAddressSchema,
  status: 201,
  message: "Address saved",
  errors: ["ADDRESS_EXISTS", "ADDRESS_LIMIT"],
  examples: {
    body: { label: EXAMPLE_ADDRESS.label, address: EXAMPLE_ADDRESS.address },
    data: EXAMPLE_ADDRESS,
  },
});

export const renameAddressContract = contract({
  ...shared,
  id: "renameAddress",
  method: "PATCH",
  path: `${PATH}/{addressId}`,
  summary: "Rename Saved Address",
  roles,
  params: addressParams,
  body: z.object({ label }),
  data: savedAddressSchema,
  message: "Address renamed",
  errors: ["ADDRESS_NOT_FOUND", "ADDRESS_EXISTS"],
  examples: {
    params: exampleParams,
    body: { label: EXAMPLE_ADDRESS.label },
    data: EXAMPLE_ADDRESS,
  },
});

export const removeAddressContract = contract({
  ...shared,
  id: "removeAddress",
  method: "DELETE",
  path: `${PATH}/{addressId}`,
  summary: "Remove Saved Address",
  description: "Existing withdrawals are not affected.",
  roles,
  params: addressParams,
  data: z.object({ removed: z.literal(true) }),
  message: "Address removed",
  errors: ["ADDRESS_NOT_FOUND"],
  examples: { params: exampleParams, data: { removed: true } },
});

export const checkAddressContract = contract({
  ...shared,
  id: "checkAddress",
  method: "GET",
  path: `${PATH}/check`,
  summary: "Check Address",
  description: "Checks an address before funds are sent to it.",
  query: z.object({ address: evmAddress }),
  data: addressCheckSchema,
  message: "Address checked",
  errors: [],
  examples: {
    query: { address: EXAMPLE_ADDRESS.address },
    data: {
      address: EXAMPLE_ADDRESS.address,
      savedAs: EXAMPLE_ADDRESS.label,
      timesPaid: 3,
      lastPaidAt: "2026-11-14T10:00:00.000Z",
      lookalikes: [],
    },
  },
});
