import { readQuestions } from './bank.ts';

export const safety = readQuestions(`
Which of these passwords is the strongest?
+ blue-Kettle-47-river-Drum
- 12345678
- password
- abebe2000
- qwerty

What should you do with the same password on many sites?
+ Replace it by a different one for each site
- Tell it to a friend, in case you forget it
- Write it on the screen
- Nothing; that is the safest

An e-mail says that you have won money and asks for your bank PIN. What is it?
+ An attempt at fraud, called phishing
- A message of your bank
- A normal advertisement

What is two-factor authentication?
+ Logging in with a second proof beside the password
- Having two e-mail addresses
- Typing the password twice
- Two people sharing one account

A friend's account suddenly sends you a strange link. What do you do?
+ Ask the friend in another way before opening it
- Open it quickly
- Send it on to others
- Answer with your password

What does antivirus software do?
+ It finds and removes harmful programs
- It makes pictures sharper
- It keeps the room clean
- It blocks every website

Why should updates of the operating system be installed?
+ They close gaps through which attackers could come in
- They delete old photographs
- They make the battery heavier
- They are only for programmers

You used a computer in an internet cafe. What do you do before leaving?
+ Log out of all accounts
- Turn the screen to the wall
- Save the password in the browser
- Leave everything open for later

Which of these should not be published on social media?
+ A photograph of your identity card
- A poem you like
- A link to a news article
- The title of a book

Who may use a photograph you find on the internet?
+ Whoever its licence or its owner allows to
- Everybody, for anything
- Only people who found it first
- Nobody, never

What is plagiarism?
+ Handing in somebody else's work as one's own
- Quoting a source and naming it
- Writing with a computer
- Printing on both sides

A news post makes you very angry. What is wise before sharing it?
+ Check whether other reliable sources report the same
- Share it at once
- Add capital letters
- Share it with strangers only
`);
