"use client";

import dynamic from "next/dynamic";

/** The partner filter: rendered by the server, and loaded after the page. */
export const PartnerFilter = dynamic(() =>
  import("./partner-filter").then(({ PartnerFilter }) => PartnerFilter),
);
