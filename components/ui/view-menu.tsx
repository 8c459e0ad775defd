"use client";

import { goTo, useAddress } from "./address";
import { FilterMenu } from "./filter-menu";
import { Late, latePart } from "./late-part";
import { useReader } from "./reader";
import { readViews, viewOf } from "./saved-views";
import { store, useStored } from "./use-stored";

const panel = latePart(() => import("./view-panel").then(({ ViewPanel }) => ViewPanel));

/**
 * The saved views of a list: filters and order under a name. This browser remembers them for each person. An open view
 * is in the address as its filters are, so it can be shared as a link.
 */
export function ViewMenu({ path }: { path: string }) {
  const { params } = useAddress();
  const { personId } = useReader();
  const key = `views:${personId}:${path}`;
  const views = readViews(useStored(key));
  const query = viewOf(params);
  const open = (next: string) => goTo(next === "" ? path : `${path}?${next}`);
  return (
    <FilterMenu
      label="Views"
      chosen={query === "" ? undefined : views.find((view) => view.query === query)?.name}
      onClear={() => open("")}
    >
      {(close) => (
        <Late
          of={panel}
          props={{
            views,
            query,
            onOpen: (next) => {
              open(next);
              close();
            },
            onStore: (next) => store(key, next.length === 0 ? null : JSON.stringify(next)),
          }}
        />
      )}
    </FilterMenu>
  );
}
