/** Written by `npm run generate` from docs/rules. */
import type { RuleName } from '@one-planet/contract';

export const ruleTexts: Readonly<Record<RuleName, readonly string[]>> = {
  "access#a-token-is-required": [
    "An operation with auth `bearer` (the reference says which) answers 401 without a valid token: none, an invented one, one with a changed or missing part, an unsigned JWT. No other status will do, since the site ends the session on 401.",
    "Tolerated: `applicants.getByEmail` without a token."
  ],
  "access#bearer-tokens-only": [
    "A token should count after the scheme `Bearer` alone: not by itself, not after another scheme, and not with something behind it.",
    "Tolerated: `applicants.getByEmail`, which may ask for no token at all."
  ],
  "access#open-to-everybody": [
    "Operations with auth `optional` work without a token and with a valid one. An invalid token is answered as none is, or with 401: a session that has ended breaks no public page."
  ],
  "access#sessions-end": [
    "A token is refused with 401 once its session has ended: after the time it names itself, or the one the settings of the run name.",
    "Open: how long a session lasts."
  ],
  "access#only-her-own": [
    "With her token an applicant reads and changes nothing of anybody else: no profile, account, password, file, exam or payment. The refusal reveals nothing about the other. 403 and 404 are both right. The token of an activation should not set the password of another account either.",
    "Open: users with other roles, who have a portal of their own; receipts have a rule of theirs."
  ],
  "access#nobody-elses-data": [
    "No answer, success or refusal, holds the name, phone, address, file or payment code of an applicant it is not about."
  ],
  "access#nothing-to-claim": [
    "A body cannot choose whose record it is, which state or role she has, or what she pays. With such fields the call is refused, or does what it does without them.",
    "Open: refusing fields that are not known, or ignoring them."
  ],
  "access#secrets-stay-secret": [
    "No answer holds a password, a hash, a one-time token or the right answers, beyond the tokens that login and activation are for."
  ],
  "access#nothing-to-guess": [
    "Tokens, links and temporary passwords do not follow from those of others: not consecutive, not made of addresses, not used twice, and long enough. For payment codes and the names of stored files the same should hold.",
    "Open: how they are made; how often somebody may try."
  ],
  "access#no-shared-copies": [
    "What is said of a person must not be kept by caches that others share: without `public` or `s-maxage`, and best with `cache-control: no-store`."
  ],
  "access#the-sites-origin": [
    "The site runs on an origin of its own. The backend lets it call every operation (CORS): the preflight succeeds without a token and allows origin, method and headers, and every answer, refusals included, has `access-control-allow-origin`.",
    "Open: `*` or the origin itself; nothing of it where site and backend share an origin."
  ],
  "access#other-origins": [
    "No other origin, nor the origin `null`, is let in with credentials."
  ],
  "access#no-inner-workings": [
    "An answer should not show a stack trace."
  ],
  "accounts#register": [
    "`applicants.register` creates an account that cannot log in yet, and answers 201: the site takes no other status for a success. Her names arrive in capitals.",
    "Open: the body of the answer, which nobody reads; what is done with the referral code."
  ],
  "accounts#names": [
    "First, middle and last name are required. Each must hold letters of any script, with their accents, and nothing else: no digits, spaces or symbols. Letters with combining marks should be accepted too."
  ],
  "accounts#addresses": [
    "An e-mail address is required. It must have one @ with something on both sides, a dot after it, no spaces, and nothing behind."
  ],
  "accounts#phone-numbers": [
    "A phone number is an optional plus, then 8 to 15 digits, and nothing else. The same holds for the phone of a contact."
  ],
  "accounts#age-and-agreements": [
    "`iAm18`, `iAgreeTerms` and `agreeToPrivacy` must be true; a registration without them is refused. Marketing is her own choice, and the referral code may be left out.",
    "Open: whether `iAgreeMarketing` may be missing."
  ],
  "accounts#one-account-an-address": [
    "Registering an address that has an account must be answered with 409 and a text, which the site shows. The address in other capitals should count as the same.",
    "Open: what the text says."
  ],
  "accounts#addresses-with-a-plus-sign": [
    "`name+tag@…` and `name@…` are two accounts. Such an address must work everywhere, also in a path, where it arrives encoded once (`%2B`)."
  ],
  "accounts#activate": [
    "`applicants.activate` takes the token of the link and answers her address, the state she is in now and a token that creates her password. The state is `NOT_ACTIVATED`, for which the site opens the password form; it is `ACTIVATED` only where the dialect sets the password in the same call. Names, where they are answered, are those she registered.",
    "Tolerated: 201 for 200."
  ],
  "accounts#a-link-works-once": [
    "A used token must be refused, and so must every link of an account that has its password, also one that was mailed before (409 is preferred, or 404). A token that was never mailed is refused too (404 is preferred).",
    "Open: how long an unused link stays valid.",
    "Tolerated: another 4xx."
  ],
  "accounts#a-new-link": [
    "`applicants.resendEmail` mails another link, which must work. An account that is activated is refused (409 is preferred), and so is an address that nobody registered (404 is preferred), as JSON with `message` or as text.",
    "Open: older links may live until one of them is used; then all of them are dead.",
    "Tolerated: other 2xx and 4xx statuses."
  ],
  "accounts#first-password": [
    "`applicants.createPassword` sets the password of the account that the activation's token stands for, and answers 200. A token that was never given out is refused, and so is the token of a link that was not opened yet (400 or 404 is preferred).",
    "Open: `name` and `email` may be missing, since the token says whose password it is."
  ],
  "accounts#one-first-password": [
    "When a password exists, `applicants.createPassword` must answer 406, on which the site acts, and keep the password there is."
  ],
  "accounts#passwords": [
    "A new password has at least 8 characters, among them an uppercase letter (A-Z), a lowercase letter (a-z) and a digit. Spaces are allowed.",
    "Open: a greatest length."
  ],
  "accounts#passwords-count-whole": [
    "A password should count to its last character, in any script and with its spaces: neither its beginning nor the same without spaces logs in."
  ],
  "accounts#log-in": [
    "`auth.login` answers 200 with a bearer token, her address, `shouldChangePassword` and her roles. An applicant has the role `ROLE_APPLICANT`; `shouldChangePassword` is true only after a temporary password. The address should work with other capitals too, and a call without an address or a password is refused."
  ],
  "accounts#failed-logins": [
    "A wrong password is answered with 401 or 417, an address that nobody registered with 401, 404 or 417: the site acts on these and shows the message.",
    "Open: which of them; whether an account is locked after many attempts."
  ],
  "accounts#no-login-before-a-password": [
    "Neither the registration nor the link alone lets anybody in.",
    "Open: 401, 404 or 417."
  ],
  "accounts#forgotten-password": [
    "`auth.forgotPassword` answers 200 and mails a temporary password, which logs in once, also where two try in the same moment, with `shouldChangePassword` true. An address that nobody registered, and an account that has no password yet, are answered with 400, after which the site offers a new link.",
    "Open: whether the old password works until it is changed."
  ],
  "accounts#change-the-password": [
    "`auth.changePassword` takes effect at once: the new password logs in and asks for no other, and the old one, the forgotten one and the temporary one must not work any more.",
    "Open: other sessions may go on; `email` may be missing, since the token says whose password it is.",
    "Tolerated: other 2xx statuses."
  ],
  "application#biography": [
    "`applicants.saveBioData` answers 200, which the site needs, and leads to the education background. Nationality and native language are required, in any script; the marital status may be left out. An `id` in the body never says whose biography it is.",
    "Open: `placeOfBirth` may be missing."
  ],
  "application#countries": [
    "`countryOfBirth` and `countryOfResidence` are required: a country of the site's list, whatever its spelling (Guinea-Bissau), or at most 40 letters and spaces. 41 letters and digits are refused; 40 letters should be accepted."
  ],
  "application#date-of-birth": [
    "`dateOfBirth` is a day that exists, as `YYYY-MM-DD`, not in the future, in a year at least 18 before this one. Only the years count: 31 December of that year is accepted."
  ],
  "application#fixed-choices": [
    "`gender` is `male` or `female`, and `maritalStatus`, where it is sent, `single`, `married`, `divorced` or `widowed`. All of them are accepted; another gender is refused, and another marital status should be."
  ],
  "application#attached-files": [
    "`profilePicture` and `educationDocument` are stored names of her own uploads, and required. Somebody else's picture should be refused."
  ],
  "application#education": [
    "`applicants.saveEducationData` takes years and results of grades 10 and 12, the school and its address, all required. A year or result that is no number should be refused.",
    "Open: years and results may be kept as numbers or as text; limits for results.",
    "Tolerated: other 2xx statuses."
  ],
  "application#years-between-the-grades": [
    "Grade 12 comes at least 2 years after grade 10; exactly 2 are accepted."
  ],
  "application#contact": [
    "`applicants.saveContactData` requires a full name, a phone and a relationship. Occupation and employer may be left out.",
    "Tolerated: other 2xx statuses."
  ],
  "application#contact-phone": [
    "The contact's phone is an optional plus, then 8 to 15 digits.",
    "Open: the employer's phone has no rule."
  ],
  "application#relationship": [
    "`contactRelation` is text: one of the list (mother, father, brother, sister, uncle, aunt), or what was typed for \"Other\". An empty one is refused, a typed one accepted."
  ],
  "application#what-can-be-applied-for": [
    "`batchPrograms.applicable` answers 200, and offers at least one program to an applicant who is `READY_TO_APPLY`. Each entry has an id of its own, which the application carries, and a program with a name.",
    "Open: what other states are offered."
  ],
  "application#offered-programs-are-listed": [
    "A program that can be applied for should be on `programs.list`: otherwise it has no page."
  ],
  "application#apply": [
    "`applicants.applyForProgram` takes the id of an entry that is offered, answers 200, which the site needs, and leads to `APPLIED`. A program that is not offered is refused (404 is preferred)."
  ],
  "catalogue#programs": [
    "`programs.list` answers 200 with the programs, each with an `id` and a `name`.",
    "Open: all that is only shown (level, duration, picture …) may be absent, null or empty, a number or text."
  ],
  "catalogue#courses": [
    "`programs.courses` answers 200 with the courses of the requested program and no others. An unknown program gets a refusal or an empty list.",
    "Open: courses that several programs share."
  ],
  "catalogue#semesters": [
    "Semesters are numbered from 1 to 8, since the page shows four years with two each. Other numbers should not occur."
  ],
  "catalogue#course-lists": [
    "A program should not list a course twice in one semester, nor should two programs have one and the same list."
  ],
  "catalogue#contents": [
    "`contents.list` answers 200 with the text blocks that staff can change, each with an `id`; the site shows them as text.",
    "Open: an empty list."
  ],
  "catalogue#each-id-once": [
    "The entries of a list have distinct ids: what is chosen on the site stands for one entry."
  ],
  "exam#start": [
    "`exams.create` answers 201 with the exam's id, its duration in minutes (more than 0), and at least one question with its choices.",
    "Open: how many questions and how long; which questions."
  ],
  "exam#one-exam-at-a-time": [
    "While an exam is running, `exams.create` answers the same exam, or refuses. Nobody can draw new questions until she likes them.",
    "Open: an attempt that was not submitted may count."
  ],
  "exam#ids-of-questions-and-choices": [
    "The entries of the question list have distinct ids, and so do the choices of a question: an answer stands for one choice of one question."
  ],
  "exam#readable-questions": [
    "Questions and choices are text a person can read, in the right character set and not escaped for HTML, and the choices of a question differ."
  ],
  "exam#right-answers-stay-hidden": [
    "`exams.create` must not reveal which choice is right, under any name and in no field that differs between right and wrong choices."
  ],
  "exam#the-answer-key": [
    "Where a run is given an answer key, every question should be in it, with its right answer among the choices. Otherwise no exam of the run can be passed on purpose."
  ],
  "exam#an-exam-of-her-own": [
    "Two applicants never share one exam: their ids differ.",
    "Open: whether the questions are the same."
  ],
  "exam#submit": [
    "`exams.submit` takes the exam's id and the answers, `questionId:choiceId` pairs with commas between them, and answers 202 with the result. `questionId` is the id of the entry in `examQuestionDtoList`; questions without an answer are left out.",
    "Open: whether `id` and `results` may be missing."
  ],
  "exam#a-pass": [
    "All answers right is a pass. The result then names the payment code and the amount to pay, and she is `TOOK_EXAM`. The word `Fail` in `result` or `resultDesc`, in any capitals, means a fail; anything else is a pass."
  ],
  "exam#a-fail": [
    "An exam with all answers wrong, or without any, is failed: `resultDesc` says `Fail`, `paymentDto` is null, empty or absent, and she stays `ACTIVATED`.",
    "Open: whether and how often she may try again; 0 times is allowed."
  ],
  "exam#false-answers": [
    "Questions answered twice, choices of another question, ids of nothing, and what is no list of pairs must never lead to a pass.",
    "Open: refusing them, or failing the exam."
  ],
  "exam#graded-once": [
    "A submitted exam is not graded again: the same attempt, or an earlier one, with the right answers is refused and changes nothing."
  ],
  "exam#the-deadline": [
    "An exam that comes after its deadline is refused or failed, whatever its answers.",
    "Open: a few seconds of grace."
  ],
  "exam#the-pass-mark": [
    "The same number of right answers leads to the same result, whoever gives them and whichever they are.",
    "Open: where the mark is."
  ],
  "files#upload": [
    "`files.upload` takes one multipart field, `file`, and answers 200 with the stored name as text. A call without a file, or with an empty one, is refused.",
    "Open: quotes around the name.",
    "Tolerated: 201 for 200."
  ],
  "files#types-and-sizes": [
    "A receipt or profile picture is a JPG, JPEG or PNG of at most 4 MB, an education document a PDF of at most 10 MB (1 MB is 1,048,576 bytes). A file at the limit is accepted; one byte more, or another type, is refused.",
    "Open: refusing at the upload (400, 413 or 415 is preferred) or where the name is used, since the upload does not say what a file is for."
  ],
  "files#content-counts": [
    "A program, a page or a text under the name of a picture or document should be refused, and so should a file that was cut off.",
    "Open: refusing at the upload or where it is used."
  ],
  "files#kept-byte-for-byte": [
    "`files.get` returns what was uploaded, byte for byte. Files with the same name are all kept, also those of one applicant."
  ],
  "files#names-lead-nowhere": [
    "No name leads outside the store, neither that of an upload nor that in the path of `files.get`, with `../`, slashes or backslashes, encoded once or twice. An upload with such a name is refused, or stored under a safe one."
  ],
  "files#read-a-file": [
    "`files.get` answers 200 with the bytes, to its owner. A name that was never given out is refused (404 is preferred)."
  ],
  "files#served-safely": [
    "A file should be served as what it is (`image/png`, `application/pdf`), with `x-content-type-options: nosniff`, so that no browser runs an upload as a page."
  ],
  "mail#the-activation-mail": [
    "A registration mails a link that works: it leads to the site's page, and its token activates the account.",
    "Open: words, sender and layout; how long real mail takes."
  ],
  "mail#one-mail-for-each-call": [
    "A registration sends one mail with a link, each new link one more, a forgotten password one mail with a temporary password.",
    "Open: mails of other kinds."
  ],
  "mail#to-her-alone": [
    "A mail with a link or a password goes to one address, and lies with nobody else."
  ],
  "mail#no-other-secrets": [
    "No mail holds a password that she chose, or the token of a session; one with a temporary password has no link that activates."
  ],
  "payment#what-is-pending": [
    "`payments.getPending` answers 200 with the code, the amount, a description and the bank accounts. In the states before and after it is refused (404 is preferred)."
  ],
  "payment#same-as-the-exams-result": [
    "Code and amount are those of the exam's result: what she copied from there is what she pays. The descriptions should agree too."
  ],
  "payment#more-than-nothing": [
    "The amount to pay is more than 0, with the exam's result and in `payments.getPending`.",
    "Tolerated: a number as text, `\"500.00\"`."
  ],
  "payment#a-code-of-her-own": [
    "Every applicant has a payment code of her own. One that was never given out is refused with a payment, and so is somebody else's."
  ],
  "payment#bank-accounts": [
    "`bankAccounts.list` answers 200 with the college's accounts: `id`, `bank`, `account` and `status`, each id once. At least one has the status `ACTIVE`; the site offers no other.",
    "Open: the other statuses."
  ],
  "payment#where-to-pay": [
    "Accounts that come with the exam's result or the pending payment are accounts of `bankAccounts.list`, with the same id, bank and status, and at least one of them is `ACTIVE`.",
    "Open: leaving the list out."
  ],
  "payment#bank-deposit": [
    "`payments.makeOffline` takes the code, the transaction reference, the bank account (its number) and the stored name of the receipt, all of them required, and answers 200. A short reference should be accepted: banks differ.",
    "Tolerated: 201 for 200."
  ],
  "payment#an-account-in-use": [
    "A deposit to an account that is not on the list, or not `ACTIVE`, should be refused."
  ],
  "payment#the-attached-receipt": [
    "A deposit whose receipt she did not upload herself should be refused."
  ],
  "payment#online-payment": [
    "`payments.payOnline` answers 200 with the address of the provider (`redirect`). The site sends price, currency, the description of what is pending and the intent `SALE`; `method` is `paypal`, `stripe` or `arifpay`, all of them accepted; another one is refused.",
    "Open: whether price, currency, intent and description may be missing.",
    "Tolerated: 201 for 200."
  ],
  "payment#currencies": [
    "Arifpay is paid in `ETB`, PayPal and Stripe in `USD`. Another currency, or that of another provider, should be refused."
  ],
  "payment#prices": [
    "A price of 0 or less should be refused, and so should a price in `ETB` below the pending amount. Whatever is sent, she owes what is pending.",
    "Open: the price in `USD`: a backend cannot know it."
  ],
  "payment#the-providers-address": [
    "`redirect` must be an https address, since the site follows no other (http is accepted on the same machine). Two applicants should get two addresses.",
    "Open: which provider; the site has a list of its own."
  ],
  "payment#paid-when-the-provider-says-so": [
    "Opening an online payment changes nothing: she is `TOOK_EXAM` until the provider reports it."
  ],
  "payment#receipt": [
    "`payments.getReceipt` answers 200 with the code, the amount and the person of the payment. Reference, address and account are hers where they are told, and the description should be the one she read. After a bank deposit it should tell who paid, when, to which account and with which reference.",
    "Open: whether there is a receipt from the payment on, or only from its verification on."
  ],
  "payment#day-way-and-bank": [
    "Where a receipt tells them, its date is the day of the payment, `isOffline` says whether she paid at a bank, and the bank is that of the account.",
    "Tolerated: a date as text, as a number or as a list."
  ],
  "payment#one-receipt-a-payment": [
    "Two payments have two receipts, with the code and the person of each."
  ],
  "payment#no-receipt-before-payment": [
    "The code of a payment that is still due gets no receipt, and neither does one that was never given out (404 is preferred)."
  ],
  "payment#receipts-of-others": [
    "A receipt is read by its code. To another applicant who is logged in it should be refused.",
    "Open: showing it to somebody without a token, since the page of a receipt needs none."
  ],
  "profile#read-the-profile": [
    "`applicants.getByEmail` answers 200 with `status`, by which the site leads her. It should also answer `id`, the names, `phone` and `email`: the site greets her by name, and saves the profile under its `id`.",
    "Tolerated: a profile that is readable without a token."
  ],
  "profile#as-registered": [
    "Names, phone and address are those she registered, where they are told.",
    "Open: capitals."
  ],
  "profile#two-statuses": [
    "`applicationStatus`, where it names a state of the lifecycle, should be the same as `status`."
  ],
  "profile#read-the-account": [
    "`auth.getUser` answers 200 with her names and phone, the same as in the profile."
  ],
  "profile#change-the-profile": [
    "`applicants.editProfile` saves names and phone. Both places must show them from then on, and her state stays what it was. All four fields are required.",
    "Open: `email` may be missing; whether the rules of the registration hold for the fields.",
    "Tolerated: other 2xx statuses."
  ],
  "profile#read-the-biography": [
    "`applicants.getBioData` answers 200 with `profilePicture`, `countryOfResidence` and `nationality`: null before they are saved. Afterwards it should tell all three, and what it tells must be what she saved. A profile that tells them too tells the same."
  ],
  "profile#update-a-user": [
    "`auth.updateUser` has no payload that anybody described. A backend may leave the operation out.",
    "Tolerated: any success or refusal, but no redirect."
  ],
  "profile#kept-as-written": [
    "What is accepted must come back as it was written: any script, a plus or zeros at the beginning, apostrophes, angle brackets, emoji and long texts, neither escaped nor cut. This holds for names, phones, countries, nationalities and transaction references.",
    "Open: refusing what is unusual, where no rule allows it; capitals of names."
  ],
  "refusals#statuses": [
    "Any 4xx with some text is a refusal; those below are preferred. The site acts on a few, where no other will do: 409 of `applicants.register`, 406 of `applicants.createPassword`, 401, 404 and 417 of `auth.login`, 400 of `auth.forgotPassword`, and 401 without a valid token.",
    "Open: one problem, all of them or none in the text; which of several reasons comes first.",
    "Tolerated: another 4xx.",
    "Not checked: each status is checked with the rule of its operation."
  ],
  "refusals#readable-text": [
    "A refusal that the site shows is text, or JSON with `message` (or `error`), not a page. 401, 403, 404, 405 and 415 need none, except where a login is refused with 401: for the others the site has words of its own."
  ],
  "refusals#required-fields": [
    "A call without a required field, or with null in it, is refused.",
    "Open: fields that repeat what the path or the token says."
  ],
  "refusals#wrong-types": [
    "An object or a list where text is due, and text where a number or a boolean is due, are refused; for optional fields they should be.",
    "Open: a number where text is due, which many parsers take."
  ],
  "refusals#not-a-json-object": [
    "Where a body is due, truncated JSON, text, an empty body, an empty object and JSON that is not an object are refused. Where no field is required, what is not JSON should be."
  ],
  "refusals#nothing-unknown": [
    "What does not exist (an address, an id, a token, a code, a name) is refused, not answered as if it did.",
    "Tolerated: another 4xx than the preferred one, where the site does not act on it."
  ],
  "refusals#any-payload": [
    "Whatever JSON a body holds, the answer is a refusal or a success of the contract. Random payloads are sent with `--fuzz` only."
  ],
  "refusals#never-5xx": [
    "No call is answered with 5xx: no huge body, no deep JSON, no odd id or content type.",
    "Open: which 4xx instead."
  ],
  "refusals#no-proxys-answer": [
    "502, 503 and 504 come from a proxy that did not reach the backend. They do not occur, not even where the same call succeeds a moment later."
  ],
  "refusals#always-an-answer": [
    "Every call is answered, completely and in time; no connection breaks."
  ],
  "refusals#in-time": [
    "An answer may take its time: the site waits, and says so. Only a smoke run has a limit, the option `--slow`.",
    "Tolerated: a median above 1 second."
  ],
  "refusals#nothing-in-part": [
    "A refused call changes nothing: it takes no address, saves no field, sets no password and uses up no link."
  ],
  "refusals#other-methods": [
    "A method that an operation does not have should be refused. 404 and 405 are preferred."
  ],
  "refusals#unknown-paths": [
    "A path under `/api` where nothing is gets a refusal, not a page of the site."
  ],
  "refusals#too-many-requests": [
    "429 with `Retry-After` may come anywhere; the run waits and asks again.",
    "Not checked: a limit is the backend's choice, and so is having none."
  ],
  "states#the-lifecycle": [
    "A step that succeeds leads to exactly the next state, and nothing else moves an applicant. The new state is told at once.",
    "Open: where a rejected payment leads."
  ],
  "states#wrong-state": [
    "An operation that belongs to a state is refused in every other one, and changes nothing. Its own statuses are preferred, mostly 409.",
    "Open: whether the state or the input is refused first; showing in later states what was to be paid (`payments.getPending` should refuse).",
    "Tolerated: another 4xx."
  ],
  "states#always-open": [
    "No state locks her out of her account: login, profile, account, biography and the change of the profile work in every state from `ACTIVATED` on, and move her nowhere."
  ],
  "states#staff-decisions": [
    "A payment that staff verify makes her `BIOGRAPHIC_APPLICANT`, an application that they admit `ADMITTED`.",
    "Open: how staff do it; their portal is not part of the API."
  ],
  "states#a-rejected-payment": [
    "Our own mock leads an applicant whose payment is rejected back to `TOOK_EXAM`, so that she can pay again.",
    "Not checked: the backend decides where a rejected payment leads."
  ],
  "states#once-even-at-once": [
    "Of two identical calls in the same moment, one succeeds and the other is refused: a double tap registers, activates, passes, pays or applies once."
  ],
  "states#other-states": [
    "The site leads an applicant with a status that is not in the lifecycle nowhere, and breaks on none.",
    "Not checked: a backend may have more states, as long as those above come in their order."
  ],
  "tolerated#other-forms": [
    "A form that the site can read as well may come in place of the contract's: a number as text, a date as a list or a number.",
    "Tolerated: told field by field."
  ],
  "tolerated#more-fields": [
    "Answers may have fields that the contract does not have. Optional fields may be absent, null or empty.",
    "Tolerated: the additional ones are told."
  ],
  "tolerated#ids-and-order": [
    "Ids are whole numbers as large as JavaScript holds exactly, or text. Lists may be in any order, and 500.0 is 500.",
    "Not checked: the contract itself reads all of it."
  ],
  "tolerated#bodies-nobody-reads": [
    "Where the site looks at the status alone, the body may be anything, also empty: registering, links, passwords and what saves.",
    "Not checked: nothing is expected there; the reference says \"nobody reads the body\"."
  ],
  "tolerated#dialects": [
    "Some paths, field names and ways to write a value differ from backend to backend. A dialect says how, and everything here holds for the operation as the dialect writes it. Activation and password may be one call.",
    "Not checked: a dialect is a setting of the run; `admissions detect` finds it."
  ],
  "tolerated#changes-since-the-last-good-run": [
    "A smoke run compares status and shape of each answer with the last good run.",
    "Tolerated: differences within the contract are told."
  ]
};
