/**
 * The documents that applicants of each educational background need (specification/website §2;
 * specification/journey §2).
 */
export const requirementTexts = {
  title: 'Requirements',
  lead: 'Which one applies to you depends on your background.',
  sections: [
    {
      title: 'Degree Requirements',
      items: [
        'A first degree (BA or BSc) from a recognized college or university',
        'The original degree and the transcript, as one PDF (a scan, or photographs)',
        'A pass in the Digital Literacy Test',
      ],
    },
    {
      title: 'TVET Requirements',
      items: [
        'A TVET certificate of level III, IV or a diploma (10+3)',
        'At least one year of work experience after the certificate',
        'The certificate of competence (COC), as one PDF (a scan, or photographs)',
        'A pass in the Digital Literacy Test',
      ],
    },
    {
      title: 'Grade 12 Requirements',
      items: [
        'The grade 10 and grade 12 examination results',
        "A grade 12 result that meets the year's national pass mark",
        'The transcript of preparatory school, as one PDF (a scan, or photographs)',
        'A pass in the Digital Literacy Test',
      ],
    },
  ],
};
