/** Written by `npm run generate` from the contract. */
import type { Dialect } from '@one-planet/contract/wire';

/** The second reading of the specification, which some backends follow. */
export const alternate: Dialect = {
  "operations": {
    "applicants.register": {
      "body": {
        "phoneNumber": "phone",
        "iAm18": "i_am18or_Older",
        "iAgreeTerms": "agreeToTerms",
        "iAgreeMarketing": "agreeToMarketingPromotions",
        "referral": null
      }
    },
    "applicants.activate": {
      "path": "/applicants/public/activate/:token"
    },
    "applicants.createPassword": {
      "path": "/applicants/public/create_password"
    },
    "auth.login": {
      "body": {
        "password": "passwords"
      }
    },
    "payments.makeOffline": {
      "values": {
        "bankAccount": "id"
      }
    },
    "payments.payOnline": {
      "values": {
        "method": "upper"
      }
    }
  }
};
