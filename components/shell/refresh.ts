/** How often what is shown is read again while nothing tells of changes. */
export const REFRESH_MS = 10_000;
