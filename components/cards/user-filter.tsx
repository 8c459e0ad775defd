"use client";

import { useAddress } from "@/components/ui/address";
import { latePart } from "@/components/ui/late-part";
import { SearchedFilter } from "@/components/ui/searched-filter";
import { useUser } from "./queries";

const choices = latePart(() => import("./user-choices").then(({ UserChoices }) => UserChoices));

/** Filters the list by the user of the cards; the address contains the user's id. */
export function UserFilter() {
  const { data: user } = useUser(useAddress().params.get("serviceId"));
  const word = user ? `${user.firstName} ${user.lastName}` : "1 user";
  return <SearchedFilter name="serviceId" label="User" word={word} choices={choices} />;
}
