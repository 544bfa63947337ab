/** The questions of the Digital Literacy Test. */

/** One question of the question bank, with its right choice and two to four wrong ones. */
export interface BankQuestion {
  text: string;
  rightChoice: string;
  wrongChoices: readonly string[];
}

/**
 * Reads questions from text: a line with the question, its right choice after `+`, its wrong choices after `-`, then an
 * empty line.
 */
function readQuestions(questionsText: string): BankQuestion[] {
  return questionsText
    .trim()
    .split(/\n\s*\n/)
    .map((questionBlock) => {
      const [text = '', ...choices] = questionBlock.split('\n').map((line) => line.trim());
      const choicesMarked = (mark: string) =>
        choices.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
      return { text, rightChoice: choicesMarked('+')[0] ?? '', wrongChoices: choicesMarked('-') };
    });
}

const computerQuestions = readQuestions(`
Which part of a computer carries out the instructions of a program?
+ The processor
- The screen
- The keyboard
- The power cable

What happens to the contents of working memory (RAM) when the power goes off?
+ They are lost
- They are printed
- They are moved to the keyboard

Which of these is an input device?
+ A microphone
- A loudspeaker
- A projector
- A screen

Which of these stores the most?
+ 1 terabyte
- 1 gigabyte
- 1 megabyte
- 1 kilobyte
- 1 byte

What is an operating system?
+ The software that manages a device and lets other programs run
- A program for writing letters only
- The outer case of a computer
- A list of websites

You deleted a file by mistake a minute ago. Where do you look first?
+ In the recycle bin or trash
- In the printer
- In the browser's history
- In the clipboard of another computer

What does the shortcut Ctrl+C usually do?
+ Copies what is selected
- Closes the computer
- Changes the colour
- Connects to the internet

What does the shortcut Ctrl+Z usually do?
+ Undoes the last action
- Zooms in
- Zips a file
- Saves the document

What is a folder for?
+ Keeping files that belong together in one place
- Making files smaller
- Protecting a computer from viruses

A program no longer reacts. What is a sensible first step?
+ Wait a moment, then close the program and start it again
- Pull out the power cable at once
- Buy a new computer
- Delete the operating system

What does a file's extension, such as .pdf or .jpg, show?
+ What kind of file it is
- Who made the file
- How old the file is
- Where the file was printed

What is a backup?
+ A copy of data kept in another place
- A second keyboard
- A faster processor
- A program that has been closed
`);

const documentQuestions = readQuestions(`
Which program is made for writing a report with headings and pages?
+ A word processor
- A media player
- A calculator
- A web browser's history

What is a spreadsheet best for?
+ Calculating with tables of numbers
- Cutting videos
- Reading email
- Drawing portraits

What does the spreadsheet formula =SUM(A1:A5) give?
+ The sum of the five cells A1 to A5
- The largest of the cells A1 and A5
- The text A1:A5
- The number of columns

What is a cell in a spreadsheet?
+ Where a row and a column meet
- A kind of chart
- A page of the printout

Which chart shows best how a value changed from month to month?
+ A line chart
- A pie chart
- A table without numbers
- A photograph

What is a slide in a presentation?
+ One page of it, shown at a time
- A sound effect
- The projector's lamp
- The list of all files

Which format keeps its layout on every device and is good for a finished document?
+ PDF
- TXT
- MP3
- ZIP

What does "Save as" do that "Save" does not?
+ It lets you choose another name or place for the file
- It prints the file
- It checks the spelling
- It closes all programs

What does the spelling check of a word processor not find?
+ A wrong fact that is spelled correctly
- A missing letter
- A word typed twice
- Two letters in the wrong order

Several people write in one online document. What helps to see who changed what?
+ The version history
- The page number
- The font
- The paper size

What does it mean to sort a table by a column?
+ To put its rows in the order of that column's values
- To delete that column
- To colour that column
- To add up all numbers

What is copy and paste useful for?
+ Putting the same text in another place without typing it again
- Making a text more correct
- Sending a text by post
`);

const internetQuestions = readQuestions(`
What does a web browser do?
+ It opens and shows websites
- It repairs the hard disk
- It charges the battery
- It writes operating systems

Which of these is a web address?
+ https://www.example.org/courses
- student@example.org
- C:\\Documents\\letter
- +251 911 000 000

What does a search engine do?
+ It finds web pages that fit the words you type
- It makes the computer's engine faster
- It stores your email
- It prints web pages

Why do people put words between quotation marks in a search?
+ To find exactly this phrase
- To make the search anonymous
- To find pictures only

What does the padlock beside a web address mean?
+ What you send to this site is encrypted on its way
- The site belongs to a bank
- Everything the site says is true
- You cannot leave the page

What is Wi-Fi?
+ A wireless connection to a network
- A kind of virus
- A search engine
- A word processor

What does it mean to download a file?
+ To copy it from the internet to your device
- To delete it from the internet
- To send it by post
- To make it read-only

In an email, what is the field Bcc for?
+ Recipients the others should not see
- The subject of the message
- The most important recipient
- The size of the attachment

What is the best subject for an email to a teacher about homework?
+ Question about the homework of week 3
- HELLO!!!
- (no subject)
- Read this now

A file is too large to send by email. What is a good way to share it?
+ Put it on a cloud drive and send a link
- Send it ten times
- Rename it
- Take a photograph of the screen

What is cloud storage?
+ Space on computers of a provider, reached over the internet
- A disk that works only in bad weather
- The memory of your screen
- A folder nobody can open

What happens in a video meeting while your microphone is muted?
+ The others can't hear you
- You can't hear the others
- The meeting ends
- Your picture is hidden
`);

const safetyQuestions = readQuestions(`
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

An email says that you have won money and asks for your bank PIN. What is it?
+ An attempt at fraud, called phishing
- A message of your bank
- A normal advertisement

What is two-factor authentication?
+ Logging in with a second proof beside the password
- Having two email addresses
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

/** All questions of the Digital Literacy Test. */
export const questionBank: readonly BankQuestion[] = [
  ...computerQuestions,
  ...internetQuestions,
  ...safetyQuestions,
  ...documentQuestions,
];
