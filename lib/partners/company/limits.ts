/** The limits of a logo. Its Base64 fits into a request's body. */
export const MAX_LOGO_BYTES = 40_960;
export const MAX_LOGO_PX = 512;
