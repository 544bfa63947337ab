import { readQuestions } from './bank.ts';

export const internet = readQuestions(`
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
- It stores your e-mail
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

In an e-mail, what is the field Bcc for?
+ Recipients the others should not see
- The subject of the message
- The most important recipient
- The size of the attachment

What is the best subject for an e-mail to a teacher about homework?
+ Question about the homework of week 3
- HELLO!!!
- (no subject)
- Read this now

A file is too large to send by e-mail. What is a good way to share it?
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
