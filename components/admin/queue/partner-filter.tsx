"use client";

import { useEffect } from "react";
import { FIRST_PAGE, goTo, useAddress } from "@/components/ui/address";
import { FilterMenu } from "@/components/ui/filter-menu";
import { Late, latePart } from "@/components/ui/late-part";
import { usePartnerName } from "./queries";

const choices = latePart(() =>
  import("./partner-choices").then(({ PartnerChoices }) => PartnerChoices),
);

/** Filters the queue by partner; the address contains the partner's id. */
export function PartnerFilter() {
  const { params, withParams } = useAddress();
  useEffect(() => void choices.preload(), []);
  const id = params.get("partnerId");
  const name = usePartnerName(id);
  const choose = (next: string | undefined) => goTo(withParams({ partnerId: next, ...FIRST_PAGE }));
  return (
    <FilterMenu
      label="Partner"
      chosen={id === null ? undefined : (name ?? "1 partner")}
      onClear={() => choose(undefined)}
    >
      {(close) => (
        <Late
          of={choices}
          props={{
            onChoose: (next: string) => {
              choose(next);
              close();
            },
          }}
        />
      )}
    </FilterMenu>
  );
}
