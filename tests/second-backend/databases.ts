/** Mistakes that teams make in a database, and correct differences, as SQL that changes the tables of schema.sql. */

export interface DatabaseChange {
  name: string;
  sql: string;
}

export interface BrokenDatabase extends DatabaseChange {
  /** The id of the check that finds it. */
  checkId: string;
}

/**
 * @returns SQL that changes each row of a table before it is stored
 * @param statement PL/pgSQL that changes the row `new`
 */
const makeChangeRowsSql = (table: string, statement: string): string => `
  create function change_row() returns trigger language plpgsql as $$ begin ${statement} return new; end $$;
  create trigger change_row before insert or update on ${table} for each row execute function change_row();`;

/** @returns SQL that replaces the view `people` of schema.sql by one that joins the biographies in another way */
const makePeopleViewSql = (joinClause: string): string => `
  create or replace view people as select
    id, email, phone, marketing, status, password,
    first_name as "firstName", middle_name as "middleName", last_name as "lastName",
    temporary_password as "temporaryPassword", iso(registered_at) as "registeredAt",
    answers as biography
  from applicants left join ${joinClause};`;

export const brokenDatabases: readonly BrokenDatabase[] = [
  {
    name: 'a name is cut at its column',
    checkId: 'applicants.editProfile/odd-text',
    sql: makeChangeRowsSql('applicants', 'new.first_name = left(new.first_name, 40);'),
  },
  {
    name: 'a name is kept as HTML',
    checkId: 'applicants.editProfile/odd-text',
    sql: makeChangeRowsSql('applicants', "new.first_name = replace(new.first_name, '<', '&lt;');"),
  },
  {
    name: 'a phone number is a number',
    checkId: 'applicants.register/keeps-text',
    sql: makeChangeRowsSql('applicants', 'new.phone = new.phone::numeric::text;'),
  },
  {
    name: 'an address of more than 50 characters does not fit its column',
    checkId: 'applicants.register/accepts/email/long',
    sql: makeChangeRowsSql(
      'applicants',
      "if length(new.email) > 50 then raise exception using errcode = '22001'; end if;",
    ),
  },
  {
    name: 'an address is cut at its column',
    checkId: 'applicants.register/accepts/email/long',
    sql: makeChangeRowsSql('applicants', 'new.email_key = left(new.email_key, 60);'),
  },
  {
    name: 'an address is kept as HTML',
    checkId: 'applicants.register/accepts/email/signs',
    sql: makeChangeRowsSql('applicants', "new.email_key = replace(new.email_key, '&', '&amp;');"),
  },
  {
    name: 'a change of password makes the account ACTIVATED, wherever it was',
    checkId: 'auth.changePassword/keeps-state',
    sql: makeChangeRowsSql(
      'applicants',
      "if new.password <> old.password then new.status = 'ACTIVATED'; end if;",
    ),
  },
  {
    name: 'a link is never spent',
    checkId: 'applicants.activate/once',
    sql: makeChangeRowsSql('links', 'new.is_spent = false;'),
  },
  {
    name: 'a reference is cut at its column',
    checkId: 'payments.makeOffline/odd-text',
    sql: makeChangeRowsSql('payments', 'new.reference = left(new.reference, 20);'),
  },
  {
    name: 'a large file is cut at its column',
    checkId: 'files.upload/accepts/picture-at-limit',
    sql: makeChangeRowsSql('files', 'new.bytes = substring(new.bytes from 1 for 1048576);'),
  },
  {
    name: 'a year before 2000 does not fit its column',
    checkId: 'applicants.saveEducationData/accepts/grade12Year/long-ago',
    sql: makeChangeRowsSql(
      'educations',
      "if (new.answers ->> 'grade12Year')::integer < 2000 then raise exception using errcode = '22001'; end if;",
    ),
  },
  {
    name: 'a whole number is beyond its column',
    checkId: 'applicants.applyForProgram/never-5xx',
    sql: `
      alter table batch_programs alter id type integer;
      alter table applicants alter batch_program_id type integer;`,
  },
  {
    name: 'a biography is the newest there is',
    checkId: 'applicants.getBioData/as-saved',
    sql: makePeopleViewSql(
      '(select * from biographies order by applicant_id desc limit 1) newest on true',
    ),
  },
  {
    name: 'a biography is not shown any more once she has applied',
    checkId: 'applicants.getBioData/stays',
    sql: makePeopleViewSql(
      `biographies on applicant_id = id and status not in ('APPLIED', 'ADMITTED')`,
    ),
  },
  {
    name: 'the time is that of UTC, named as that of Addis Ababa',
    checkId: 'payments.getReceipt/belongs-together',
    sql: `
      create or replace function iso(moment timestamptz) returns text stable language sql as $$
        select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+03:00"')
      $$;`,
  },
];

/** Correct differences: no check fails on them. */
export const harmlessDatabases: readonly DatabaseChange[] = [
  {
    name: 'names lose the blanks at their ends, and ids have gaps',
    sql: `${makeChangeRowsSql('applicants', 'new.first_name = trim(new.first_name);')}
      alter sequence applicants_id_seq increment by 7;`,
  },
];
