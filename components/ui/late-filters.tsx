"use client";

import dynamic from "next/dynamic";

/** The filters by period and amount: rendered by the server, and loaded after the page. */
export const FilterDates = dynamic(() =>
  import("./filter-dates").then(({ FilterDates }) => FilterDates),
);

export const FilterAmount = dynamic(() =>
  import("./filter-amount").then(({ FilterAmount }) => FilterAmount),
);
