import { readQuestions } from './bank.ts';

export const documents = readQuestions(`
Which program is made for writing a report with headings and pages?
+ A word processor
- A media player
- A calculator
- A web browser's history

What is a spreadsheet best for?
+ Calculating with tables of numbers
- Cutting videos
- Reading e-mail
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
