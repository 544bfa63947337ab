import { readQuestions } from './bank.ts';

export const computers = readQuestions(`
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

What does a file's extension, such as .pdf or .jpg, tell?
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
