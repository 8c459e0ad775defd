"use client";

import dynamic from "next/dynamic";

/** Filters that are rendered by the server, and loaded after the page. */
export const FilterChoice = dynamic(() =>
  import("./filter-choice").then(({ FilterChoice }) => FilterChoice),
);

export const FilterDates = dynamic(() =>
  import("./filter-dates").then(({ FilterDates }) => FilterDates),
);

export const FilterAmount = dynamic(() =>
  import("./filter-amount").then(({ FilterAmount }) => FilterAmount),
);
