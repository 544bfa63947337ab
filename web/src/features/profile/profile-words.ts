/** The applicant's profile. */
export const profileTexts = {
  title: 'Edit Profile',
  tabs: ['Public Profile', 'Biography Settings'],
  picture: 'Your profile picture',
  change: 'Change picture',
  remove: 'Delete picture',
  fixed:
    'The picture is part of your biography and cannot be changed here. To have it changed, please write to',
  pictureFailed: "We couldn't load your picture.",
  phoneNumber: 'Phone number',
  save: 'Save changes',
  saving: 'Saving...',
  noId: 'Your profile cannot be saved now: the college has not sent your application number. Please log in again later.',
  failed: "We couldn't load your profile.",
  success: 'Success',
  updated:
    'Your profile has been successfully updated. Please log in again to ensure that the changes are saved.',
  checkInput: 'Error has happened, please check your input.',
  checkConnection: 'Error has happened, please check your connection.',
  noBiography: 'No biographical data is available yet.',
  biographyFailed: "We couldn't load your biographical data.",
};
