"use client";

import dynamic from "next/dynamic";

/** Parts of lists that are rendered by the server, and loaded after the page. */
export const FilterChoice = dynamic(() =>
  import("./filter-choice").then(({ FilterChoice }) => FilterChoice),
);

export const FilterChoices = dynamic(() =>
  import("./filter-choices").then(({ FilterChoices }) => FilterChoices),
);

export const FilterText = dynamic(() =>
  import("./filter-text").then(({ FilterText }) => FilterText),
);

export const FilterDates = dynamic(() =>
  import("./filter-dates").then(({ FilterDates }) => FilterDates),
);

export const FilterAmount = dynamic(() =>
  import("./filter-amount").then(({ FilterAmount }) => FilterAmount),
);

export const ExportLink = dynamic(() =>
  import("./export-link").then(({ ExportLink }) => ExportLink),
);

export const FilteredExport = dynamic(() =>
  import("./filtered-export").then(({ FilteredExport }) => FilteredExport),
);

export const InstantForm = dynamic(() =>
  import("./instant-form").then(({ InstantForm }) => InstantForm),
);

export const Pagination = dynamic(() =>
  import("./pagination").then(({ Pagination }) => Pagination),
);
