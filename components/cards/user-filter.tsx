"use client";

import dynamic from "next/dynamic";
import { FIRST_PAGE, goTo, useAddress } from "@/components/ui/address";
import { FilterMenu } from "@/components/ui/filter-menu";
import { useUser } from "./queries";

const UserChoices = dynamic(() => import("./user-choices").then(({ UserChoices }) => UserChoices), {
  ssr: false,
});

/** Holds the list to the cards of one user; whose lives in the address. */
export function UserFilter() {
  const { params, withParams } = useAddress();
  const id = params.get("serviceId");
  const { data: user } = useUser(id);
  const choose = (next: string | undefined) =>
    goTo(withParams({ serviceId: next, ...FIRST_PAGE }), { isReplacing: true });
  const word = user ? `${user.firstName} ${user.lastName}` : "one user";
  return (
    <FilterMenu
      label="User"
      chosen={id === null ? undefined : word}
      onClear={() => choose(undefined)}
    >
      {(close) => (
        <UserChoices
          onChoose={(next) => {
            choose(next);
            close();
          }}
        />
      )}
    </FilterMenu>
  );
}
