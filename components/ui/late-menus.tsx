"use client";

import dynamic from "next/dynamic";

/** The menus that only remember the reader's choices: loaded after the list, with room for them until then. */
const Room = () => <span aria-hidden="true" className="inline-block h-8 w-24" />;

export const ViewMenu = dynamic(() => import("./view-menu").then(({ ViewMenu }) => ViewMenu), {
  ssr: false,
  loading: Room,
});

export const ColumnChoice = dynamic(
  () => import("./column-choice").then(({ ColumnChoice }) => ColumnChoice),
  { ssr: false, loading: Room },
);
