/**
 * What teams get wrong in a database, as SQL that is run on the tables of schema.sql before anybody comes; and what
 * databases do that is right.
 */

export interface Database {
  name: string;
  sql: string;
}

export interface BrokenDatabase extends Database {
  /** The check that finds it, which is tried first. */
  check: string;
}

/** Changes a row before it is stored. */
const trigger = (table: string, change: string): string => `
  create function change_row() returns trigger language plpgsql as $$ begin ${change} return new; end $$;
  create trigger change_row before insert or update on ${table} for each row execute function change_row();`;

/** An applicant as the handlers read her, with another biography. */
const people = (joined: string): string => `
  create or replace view people as select
    id, email, phone, marketing, status, password,
    first_name as "firstName", middle_name as "middleName", last_name as "lastName",
    temporary_password as "temporaryPassword", iso(registered_at) as "registeredAt",
    nationality, country_of_residence as "countryOfResidence", profile_picture as "profilePicture"
  from applicants left join ${joined};`;

export const brokenDatabases: readonly BrokenDatabase[] = [
  {
    name: 'a name is cut at its column',
    check: 'applicants.editProfile/odd-text',
    sql: trigger('applicants', 'new.first_name = left(new.first_name, 40);'),
  },
  {
    name: 'a name is kept as HTML',
    check: 'applicants.editProfile/odd-text',
    sql: trigger('applicants', "new.first_name = replace(new.first_name, '<', '&lt;');"),
  },
  {
    name: 'a phone number is a number',
    check: 'applicants.register/keeps-text',
    sql: trigger('applicants', 'new.phone = new.phone::numeric::text;'),
  },
  {
    name: 'an address of more than 50 characters does not fit its column',
    check: 'applicants.register/accepts/email/long',
    sql: trigger(
      'applicants',
      "if length(new.email) > 50 then raise exception using errcode = '22001'; end if;",
    ),
  },
  {
    name: 'a change of password makes the account ACTIVATED, wherever it was',
    check: 'auth.changePassword/keeps-state',
    sql: trigger(
      'applicants',
      "if new.password <> old.password then new.status = 'ACTIVATED'; end if;",
    ),
  },
  {
    name: 'a link is never spent',
    check: 'applicants.activate/once',
    sql: trigger('links', 'new.is_spent = false;'),
  },
  {
    name: 'a reference is cut at its column',
    check: 'payments.makeOffline/odd-text',
    sql: trigger('payments', 'new.reference = left(new.reference, 20);'),
  },
  {
    name: 'a large file is cut at its column',
    check: 'files.upload/accepts/picture-at-limit',
    sql: trigger('files', 'new.bytes = substring(new.bytes from 1 for 1048576);'),
  },
  {
    name: 'a year before 2000 does not fit its column',
    check: 'applicants.saveEducationData/accepts/grade12Year/long-ago',
    sql: trigger(
      'educations',
      "if new.grade_12_year < 2000 then raise exception using errcode = '22001'; end if;",
    ),
  },
  {
    name: 'a whole number is beyond its column',
    check: 'applicants.applyForProgram/never-5xx',
    sql: `
      alter table batch_programs alter id type integer;
      alter table applicants alter batch_program_id type integer;`,
  },
  {
    name: 'a biography is the newest there is',
    check: 'applicants.getBioData/as-saved',
    sql: people('(select * from biographies order by applicant_id desc limit 1) newest on true'),
  },
  {
    name: 'a biography is not shown any more once she has applied',
    check: 'applicants.getBioData/stays',
    sql: people(`biographies on applicant_id = id and status not in ('APPLIED', 'ADMITTED')`),
  },
  {
    name: 'the time is that of UTC, named as that of Addis Ababa',
    check: 'payments.getReceipt/belongs-together',
    sql: `
      create or replace function iso(at timestamptz) returns text stable language sql as $$
        select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+03:00"')
      $$;`,
  },
];

/** None of these raises an alarm. */
export const databaseHabits: readonly Database[] = [
  {
    name: 'names lose the blanks at their ends, and ids have gaps',
    sql: `${trigger('applicants', 'new.first_name = trim(new.first_name);')}
      alter sequence applicants_id_seq increment by 7;`,
  },
];
