/** Made from web/src/site/routes.ts by `npm run generate`. */

/** The paths of the site's pages that have no file, because only its script can show them. */
export const scriptedPagePattern =
  /^(|\/am)\/(admission|applicant\/activate|receipt\/type1|receipt\/type2)\/.+/i;
