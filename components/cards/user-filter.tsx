"use client";

import { useEffect } from "react";
import { FIRST_PAGE, goTo, useAddress } from "@/components/ui/address";
import { FilterMenu } from "@/components/ui/filter-menu";
import { Late, latePart } from "@/components/ui/late-part";
import { useUser } from "./queries";

const choices = latePart(() => import("./user-choices").then(({ UserChoices }) => UserChoices));

/** Filters the list by the user of the cards; the address contains the user's id. */
export function UserFilter() {
  const { params, withParams } = useAddress();
  useEffect(() => void choices.preload(), []);
  const id = params.get("serviceId");
  const { data: user } = useUser(id);
  const choose = (next: string | undefined) => goTo(withParams({ serviceId: next, ...FIRST_PAGE }));
  const word = user ? `${user.firstName} ${user.lastName}` : "1 user";
  return (
    <FilterMenu
      label="User"
      chosen={id === null ? undefined : word}
      onClear={() => choose(undefined)}
    >
      {(close) => (
        <Late
          of={choices}
          props={{
            onChoose: (next) => {
              choose(next);
              close();
            },
          }}
        />
      )}
    </FilterMenu>
  );
}
